package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/**
 * Makes a self-signed certificate, which the JDK reads but cannot write: a DER sequence of names,
 * dates and the public key, signed with the private one (RFC 5280, version 3, ECDSA on P-256).
 */
final class SelfSigned {
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OBJECT = 0x06;
  private static final int UTF8_STRING = 0x0c;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int VERSION = 0xa0;
  private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};
  private static final byte[] ECDSA_WITH_SHA256 = {
    0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 4, 3, 2
  };

  private SelfSigned() {}

  static Tls create() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      byte[] encoded = certificate(keys);
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(encoded));
      return new Tls(keys.getPrivate(), certificate);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("elliptic curves are part of every JDK", e);
    }
  }

  private static byte[] certificate(KeyPair keys) throws GeneralSecurityException {
    byte[] algorithm = der(SEQUENCE, der(OBJECT, ECDSA_WITH_SHA256));
    byte[] name =
        der(
            SEQUENCE,
            der(SET, der(SEQUENCE, der(OBJECT, COMMON_NAME), der(UTF8_STRING, ascii("atoll")))));
    byte[] always = der(SEQUENCE, time("20200101000000Z"), time("99991231235959Z"));
    byte[] body =
        der(
            SEQUENCE,
            der(VERSION, der(INTEGER, new byte[] {2})),
            der(INTEGER, new BigInteger(1, RunIdentity.randomBytes(16)).toByteArray()),
            algorithm,
            name,
            always,
            name,
            keys.getPublic().getEncoded());
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(body);
    byte[] noUnusedBits = {0};
    return der(SEQUENCE, body, algorithm, der(BIT_STRING, noUnusedBits, signature.sign()));
  }

  private static byte[] time(String text) {
    return der(GENERALIZED_TIME, ascii(text));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  /** Type, length, content: lengths from 128 on take one more byte for their own length. */
  private static byte[] der(int type, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(type);
    if (length < 0x80) {
      out.write(length);
    } else if (length < 0x100) {
      out.write(0x81);
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >> 8);
      out.write(length);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }
}
