package dev.atoll.comm.tcp;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509TrustManager;

/**
 * A rank's key and certificate for encrypted connections (TLS 1.3). A peer is trusted when it
 * presents the certificate whose digest it announced in the handshake, authenticated by the run's
 * secret. Self-signed certificates are therefore as safe as any.
 */
public final class Tls {
  private static final String PROTOCOL = "TLSv1.3";

  private final PrivateKey key;
  private final X509Certificate certificate;
  private final byte[] digest;

  Tls(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
    this.key = key;
    this.certificate = certificate;
    digest = digest(certificate);
  }

  /** A fresh key that exists in this process only. */
  public static Tls selfSigned() {
    return SelfSigned.create();
  }

  byte[] digest() {
    return digest.clone();
  }

  private static byte[] digest(X509Certificate certificate) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
  }

  /** Encrypts a connection to a peer that announced its certificate. */
  SslHandler handler(SocketChannel channel, PeerSocket peer) {
    return context(peer.initiated(), peer.certificate()).newHandler(channel.alloc());
  }

  /**
   * Encrypts a connection of streams, whose both ends present the certificates that they announced.
   *
   * @param initiated whether this end called
   * @param announced the digest of the other end's certificate
   * @throws IOException when the other end has another certificate, or does not encrypt
   */
  Socket over(Socket socket, boolean initiated, String announced) throws IOException {
    SSLContext context = ((JdkSslContext) context(initiated, announced)).context();
    SSLSocket encrypted =
        (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
    encrypted.setUseClientMode(initiated);
    encrypted.setNeedClientAuth(!initiated);
    encrypted.setEnabledProtocols(new String[] {PROTOCOL});
    encrypted.startHandshake();
    return encrypted;
  }

  private SslContext context(boolean initiated, String announced) {
    try {
      SslContextBuilder builder =
          initiated
              ? SslContextBuilder.forClient()
                  .keyManager(key, certificate)
                  .endpointIdentificationAlgorithm(null)
              : SslContextBuilder.forServer(key, certificate).clientAuth(ClientAuth.REQUIRE);
      return builder
          .sslProvider(SslProvider.JDK)
          .protocols(PROTOCOL)
          .trustManager(new Named(announced))
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("the JDK does not support TLS 1.3 with this certificate", e);
    }
  }

  /** Trusts one certificate. */
  private record Named(String digest) implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      try {
        if (!HexFormat.of().formatHex(Tls.digest(chain[0])).equals(digest)) {
          throw new CertificateException(
              "the certificate is not the one that was announced in the handshake");
        }
      } catch (GeneralSecurityException e) {
        throw new CertificateException(e);
      }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
