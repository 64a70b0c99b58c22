import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** A node of OpenSearch on loopback, until its standard input ends. Prints the port of its REST interface. */
public class OpenSearchServer extends Node {
  OpenSearchServer(Environment environment) {
    super(environment, List.of(Netty4Plugin.class, CommonAnalysisPlugin.class), false);
  }

  public static void main(String[] arguments) throws Exception {
    Settings settings =
        Settings.builder()
            .put("path.home", Path.of(arguments[0]).toAbsolutePath().toString())
            .put("cluster.name", "winnow-test")
            .put("node.name", "one")
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", "0")
            .put("discovery.type", "single-node")
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("http.max_content_length", "8mb")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "one");
    try (OpenSearchServer node = new OpenSearchServer(environment)) {
      node.start();
      int port =
          node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress().getPort();
      System.out.println("port " + port);
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
    }
  }
}
