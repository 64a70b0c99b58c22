package main

import (
	"encoding/json"
	"log"
	"os"
	"syscall"
	"time"
)

// Leaves in the file BENCH_USAGE what ../../usage.ts leaves for a process of Node, by the same call of the system.
func writeUsage(started time.Time) {
	file := os.Getenv("BENCH_USAGE")
	if file == "" {
		return
	}
	var self syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &self); err != nil {
		log.Fatal(err)
	}
	usage, err := json.Marshal(map[string]float64{
		"wallSeconds": time.Since(started).Seconds(),
		"cpuSeconds":  seconds(self.Utime) + seconds(self.Stime),
		"peakMb":      float64(self.Maxrss) / 1024,
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(file, usage, 0o644); err != nil {
		log.Fatal(err)
	}
}

func seconds(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
