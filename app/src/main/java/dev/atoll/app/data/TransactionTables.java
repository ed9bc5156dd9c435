package dev.atoll.app.data;

import dev.atoll.formats.PendingFolder;
import dev.atoll.graph.RandomKey;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * Tables of users, merchants and transactions, like those of a shop: ids that are text, empty
 * cells, categories, truth values, dates, and one fraud in fifty users.
 *
 * <pre>
 *   users.csv         user_id,age,income,country,premium,joined,label
 *   merchants.csv     merchant_id,category,city
 *   transactions.csv  user_id,merchant_id,amount,time,channel
 *   next-week/        the same a week later, with new users and without labels; labels.csv has them
 * </pre>
 *
 * Frauds are a little younger, joined later, and buy more often at merchants of other frauds: no
 * single table identifies them.
 *
 * @param users number of users in the first week
 */
public record TransactionTables(int users, long seed) {
  private static final int FRAUD_EVERY = 50;
  private static final int USERS_PER_MERCHANT = 8;
  private static final double RISKY_MERCHANTS = 0.05;
  private static final String[] COUNTRIES = {"DE", "FR", "Côte d'Ivoire", "BR", "JP", "US"};
  private static final String[] CATEGORIES = {"food", "travel", "games", "gift cards", "books"};
  private static final String[] CITIES = {
    "São Paulo", "Köln", "Lyon", "Osaka", "Boston", "Abidjan"
  };
  private static final String[] CHANNELS = {"app", "web", "shop"};
  private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  public TransactionTables {
    if (users < 10 * FRAUD_EVERY) {
      throw new IllegalArgumentException(
          "--nodes %d: expected at least %d users, ten frauds".formatted(users, 10 * FRAUD_EVERY));
    }
  }

  /** Writes all tables; the folder appears whole or not at all. */
  public void write(Path folder) throws IOException {
    try (PendingFolder pending = PendingFolder.beside(folder)) {
      write(pending.path(), 0, users, true);
      Path next = Files.createDirectory(pending.path().resolve("next-week"));
      write(next, 1, users + users / 10, false);
      try (BufferedWriter out = Files.newBufferedWriter(next.resolve("labels.csv"))) {
        out.write("user_id,label\n");
        for (int user = 0; user < users + users / 10; user++) {
          out.write("%s,%s\n".formatted(userId(user), isFraud(user) ? "fraud" : "ok"));
        }
      }
      pending.publish();
    }
  }

  private void write(Path folder, int week, int count, boolean labelled) throws IOException {
    writeUsers(folder.resolve("users.csv"), count, labelled);
    writeMerchants(folder.resolve("merchants.csv"));
    writeTransactions(folder.resolve("transactions.csv"), week, count);
  }

  private RandomGenerator random(String what, long number) {
    return RandomKey.ofSeed(seed).child(what).child(number).stream();
  }

  private boolean isFraud(int user) {
    return RandomKey.ofSeed(seed).child("fraud").below(FRAUD_EVERY, user) == 0;
  }

  private int merchants() {
    return users / USERS_PER_MERCHANT;
  }

  /** The number of merchants, the first ones, at which frauds buy. */
  private int risky() {
    return (int) Math.max(3, merchants() * RISKY_MERCHANTS);
  }

  private static String userId(int user) {
    return "usr-%06d".formatted(user);
  }

  private static String merchantId(int merchant) {
    return "mch/%05d".formatted(merchant);
  }

  private void writeUsers(Path file, int count, boolean labelled) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("user_id,age,income,country,premium,joined" + (labelled ? ",label\n" : "\n"));
      for (int user = 0; user < count; user++) {
        RandomGenerator random = random("user", user);
        boolean fraud = isFraud(user);
        int age = (int) Math.clamp(random.nextGaussian() * 12 + (fraud ? 34 : 42), 18, 90);
        double income = Math.exp(random.nextGaussian() * 0.5 + 10.4);
        boolean premium = random.nextDouble() < (fraud ? 0.2 : 0.35);
        LocalDate joined = MONDAY.minusDays(random.nextInt(fraud ? 500 : 1_500));
        String cells =
            String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%s,%s",
                userId(user),
                random.nextInt(20) == 0 ? "" : age,
                random.nextInt(10) == 0 ? "" : String.format(Locale.ROOT, "%.2f", income),
                COUNTRIES[random.nextInt(COUNTRIES.length)],
                random.nextInt(25) == 0 ? "" : premium,
                joined);
        boolean unknown = random.nextInt(5) == 0;
        out.write(cells + (labelled ? "," + label(fraud, unknown) : "") + "\n");
      }
    }
  }

  private static String label(boolean fraud, boolean unknown) {
    return unknown ? "" : fraud ? "fraud" : "ok";
  }

  private void writeMerchants(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("merchant_id,category,city\n");
      for (int merchant = 0; merchant < merchants(); merchant++) {
        RandomGenerator random = random("merchant", merchant);
        boolean gifts = merchant < risky() && random.nextInt(5) > 0;
        String category = gifts ? "gift cards" : CATEGORIES[random.nextInt(CATEGORIES.length)];
        String city = random.nextInt(12) == 0 ? "" : CITIES[random.nextInt(CITIES.length)];
        out.write("%s,%s,%s\n".formatted(merchantId(merchant), category, city));
      }
    }
  }

  private void writeTransactions(Path file, int week, int count) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("user_id,merchant_id,amount,time,channel\n");
      for (int user = 0; user < count; user++) {
        RandomGenerator random = random("week " + week, user);
        boolean fraud = isFraud(user);
        for (int i = 3 + random.nextInt(6); i > 0; i--) {
          boolean together = random.nextDouble() < (fraud ? 0.7 : 0.03);
          int merchant = together ? random.nextInt(risky()) : random.nextInt(merchants());
          LocalDateTime time =
              MONDAY.plusWeeks(week).atStartOfDay().plusMinutes(random.nextInt(7 * 24 * 60));
          out.write(
              String.format(
                  Locale.ROOT,
                  "%s,%s,%.2f,%s,%s\n",
                  userId(user),
                  merchantId(merchant),
                  Math.exp(random.nextGaussian() + 3),
                  time.format(TIME),
                  CHANNELS[random.nextInt(CHANNELS.length)]));
        }
      }
    }
  }
}
