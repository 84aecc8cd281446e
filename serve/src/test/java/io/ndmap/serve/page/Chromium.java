package io.ndmap.serve.page;

import io.ndmap.testing.TimeLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/// A browser without a window, and what tests do in it.
final class Chromium implements AutoCloseable {

  private static final List<Path> BROWSERS =
      List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /// Skips the test where there is no browser.
  static void require() {
    Assumptions.assumeTrue(
        Files.isExecutable(DRIVER) && BROWSERS.stream().anyMatch(Files::isExecutable),
        "chromium and chromedriver are not there: nothing looks at the page");
  }

  /// Starts a browser.
  ///
  /// @param profile an empty directory for what it keeps
  /// @param downloads a directory for what it saves
  static Chromium start(Path profile, Path downloads) {
    require();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(
        BROWSERS.stream().filter(Files::isExecutable).findFirst().orElseThrow().toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--force-device-scale-factor=1",
        "--user-data-dir=" + profile);
    options.setExperimentalOption(
        "prefs",
        Map.of(
            "download.default_directory",
            downloads.toString(),
            "download.prompt_for_download",
            false));
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .withSilent(true)
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(TimeLimit.TIMEOUT);
    Chromium browser = new Chromium(driver);
    browser.size(1280, 900);
    return browser;
  }

  /// Sets how large the page is seen.
  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /// Goes to an address, from nowhere, so that the page begins anew.
  void open(String address) {
    driver.get("about:blank");
    driver.get(address);
  }

  /// The value of an expression of JavaScript.
  Object value(String expression) {
    return Objects.requireNonNullElse(driver.executeScript("return " + expression), "");
  }

  /// The value of an expression as text.
  String text(String expression) {
    return value(expression).toString();
  }

  /// Waits until an expression is true; the page is asked at each frame that it draws.
  void await(String expression) {
    driver.executeAsyncScript(
        """
        const done = arguments[arguments.length - 1];
        const look = () => { if (%s) done(); else setTimeout(look, 5); };
        look();
        """
            .formatted(expression));
  }

  /// Runs statements, then waits as [#await].
  ///
  /// @return how many milliseconds that took in the page
  double run(String statements, String expression) {
    Object took =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            const start = performance.now();
            %s;
            const look = () => { if (%s) done(performance.now() - start); else setTimeout(look, 5); };
            look();
            """
                .formatted(statements, expression));
    return ((Number) Objects.requireNonNull(took)).doubleValue();
  }

  /// Types into what has the focus; [org.openqa.selenium.Keys] are keys.
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /// Clicks at a place within an element, from its upper left corner.
  void click(String selector, int x, int y) {
    WebElement element = find(selector);
    Dimension size = element.getSize();
    new Actions(driver)
        .moveToElement(element, x - size.getWidth() / 2, y - size.getHeight() / 2)
        .click()
        .perform();
  }

  /// Presses a button.
  void click(String selector) {
    find(selector).click();
  }

  /// An element of the page.
  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /// What errors and warnings the page has logged since the last question.
  List<String> log() {
    return driver.manage().logs().get("browser").getAll().stream().map(Object::toString).toList();
  }

  /// The page as it is seen, as PNG.
  byte[] screenshot() {
    return driver.getScreenshotAs(org.openqa.selenium.OutputType.BYTES);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
