package io.ndmap.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Bytes that are sent as they are.
final class RawRequest {

  private static final int LIMIT = 60_000;

  private RawRequest() {}

  /// Sends bytes and reads all that is answered until the server closes.
  ///
  /// @return what was answered, one byte a character; empty if the connection was cut
  static String send(int port, byte... request) {
    try (Socket socket = new Socket(java.net.InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(LIMIT);
      OutputStream out = socket.getOutputStream();
      out.write(request);
      out.flush();
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /// A request with the right host and token.
  static String of(int port, String line, String... headers) {
    StringBuilder text = new StringBuilder(line).append(" HTTP/1.1\r\n");
    text.append("Host: 127.0.0.1:").append(port).append("\r\n");
    text.append("Authorization: token ").append(Client.TOKEN).append("\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("Connection: close\r\n\r\n").toString();
  }

  /// The status of an answer, 0 if there is none.
  static int status(String answer) {
    return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
  }
}
