import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;

/** A node of SolrCloud on loopback with its ZooKeeper, until its standard input ends. Prints the port of its HTTP interface. */
public class SolrServer {
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    System.setProperty("host", "127.0.0.1");
    System.setProperty("solr.security.manager.enabled", "false");
    MiniSolrCloudCluster cluster =
        new MiniSolrCloudCluster(1, home, JettyConfig.builder().setContext("/solr").build());
    if (arguments.length > 1) cluster.uploadConfigSet(Path.of(arguments[1]), "_default");
    System.out.println("port " + cluster.getJettySolrRunner(0).getLocalPort());
    System.in.transferTo(java.io.OutputStream.nullOutputStream());
    cluster.shutdown();
    System.exit(0);
  }
}
