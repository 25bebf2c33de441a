# The command line program.

cli-about = Reads profiler traces: the command line twin of the Lowerscope page.
cli-inspect-about = Tells what is in trace files
cli-inspect-after = Packed files (gzip, zip, zstd, tar in gzip) are read as they are. The exit status is 0 when anything was readable.
cli-file = Trace files
cli-json = One JSON object a line for each trace, for other programs

cli-unreadable-title = { $file } cannot be read
cli-unreadable-text = The system says: { $reason }.

cli-format = Format
cli-size = Size
cli-size-packed = { $text } of JSON, { $packed } packed
cli-events = Events
cli-events-value = { $n } ({ $phases })
cli-drawn = Drawn
cli-drawn-value = { $slices } slices, { $instants } marks, { $links } arrows
cli-time = Time
cli-time-value = { $length }, from { $start } to { $end }
cli-base = Base time
cli-rank = Rank
cli-rank-value = { $rank }
cli-rank-guessed = { $rank }, by the name of the file
cli-tracks = Tracks
cli-tracks-value = { $tracks } in { $processes ->
    [one] 1 process
   *[other] { $processes } processes
}
cli-track = { $name }: { $slices } slices, { $instants } marks, busy { $busy }
cli-counter = { $name }: counter
cli-more = … { $n } more
cli-names = Names by self time
cli-self = self
cli-total = total
cli-count = count
cli-average = average
cli-name = name
cli-health = Health
