// Colly doing what ../../floor.ts does: colly SEEDS DIRECTORY, SEEDS a file of URLs. Cheaper than by its defaults, which
// take twice the CPU: links that were seen are dropped before Colly checks them, and garbage is collected less often.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/gocolly/colly/v2"
)

type page struct {
	URL   string   `json:"url"`
	Title string   `json:"title"`
	Text  string   `json:"text"`
	Links []string `json:"links"`
}

func main() {
	started := time.Now()
	debug.SetGCPercent(400)
	seeds, directory := readLines(os.Args[1]), os.Args[2]
	file, err := os.Create(filepath.Join(directory, "pages.jsonl"))
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<16)
	crawl(seeds, out)
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
	writeUsage(started)
}

func readLines(name string) []string {
	text, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	return strings.Fields(string(text))
}

// 64 requests side by side, one at a time for each host.
func newCollector(hosts []string) *colly.Collector {
	// AllowURLRevisit: Colly's own check and mark of a URL are two steps, so that it visits some twice.
	c := colly.NewCollector(colly.UserAgent("WinnowBench"), colly.AllowedDomains(hosts...),
		colly.AllowURLRevisit(), colly.Async())
	c.IgnoreRobotsTxt = false
	c.SetRequestTimeout(time.Minute)
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 64}); err != nil {
		log.Fatal(err)
	}
	var dialer net.Dialer
	c.WithTransport(&http.Transport{
		MaxConnsPerHost: 1,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if host, port, _ := net.SplitHostPort(address); strings.HasSuffix(host, ".localhost") {
				address = net.JoinHostPort("127.0.0.1", port)
			}
			return dialer.DialContext(ctx, network, address)
		},
	})
	// The target of a redirect is a link like others: Colly would follow it without a look at robots.txt.
	c.SetRedirectHandler(func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse })
	return c
}

func crawl(seeds []string, out *bufio.Writer) {
	var hosts []string
	for _, seed := range seeds {
		if parsed, err := url.Parse(seed); err == nil {
			hosts = append(hosts, parsed.Hostname())
		}
	}
	c := newCollector(hosts)
	var seen sync.Map
	visit := func(link string) {
		if _, known := seen.LoadOrStore(link, true); !known {
			_ = c.Visit(link) // Out of scope, or denied by robots.txt.
		}
	}
	resolve := func(r *colly.Request, href string) string {
		link, _, _ := strings.Cut(r.AbsoluteURL(href), "#")
		return link
	}
	// Visit asks for a host's robots.txt, which is asked for twice if two links to a new host are found at once.
	allRobotsRead := make(chan struct{})
	c.OnRequest(func(*colly.Request) { <-allRobotsRead })
	c.OnError(func(r *colly.Response, err error) {
		if r.Headers == nil {
			log.Printf("%s: %v", r.Request.URL, err)
		} else if location := r.Headers.Get("Location"); location != "" {
			visit(resolve(r.Request, location))
		}
	})
	collectPages(c, resolve)
	var lock sync.Mutex
	c.OnScraped(func(r *colly.Response) {
		p := pageOf(r)
		line, err := json.Marshal(p)
		if err != nil {
			log.Fatal(err)
		}
		lock.Lock()
		_, _ = out.Write(append(line, '\n')) // Flush returns what went wrong.
		lock.Unlock()
		for _, link := range p.Links {
			visit(link)
		}
	})
	for _, seed := range seeds {
		visit(seed)
	}
	close(allRobotsRead)
	c.Wait()
}

func pageOf(r *colly.Response) *page { return r.Ctx.GetAny("page").(*page) }

func collectPages(c *colly.Collector, resolve func(*colly.Request, string) string) {
	c.OnResponse(func(r *colly.Response) {
		r.Ctx.Put("page", &page{URL: r.Request.URL.String(), Links: []string{}})
	})
	c.OnHTML("script, style", func(e *colly.HTMLElement) { e.DOM.Remove() })
	c.OnHTML("title", func(e *colly.HTMLElement) { pageOf(e.Response).Title += e.Text })
	c.OnHTML("body", func(e *colly.HTMLElement) { pageOf(e.Response).Text = e.Text })
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		if link := resolve(e.Request, e.Attr("href")); link != "" {
			p := pageOf(e.Response)
			p.Links = append(p.Links, link)
		}
	})
}
