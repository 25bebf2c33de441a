# The command line program.

cli-about = Reads profiler traces: the command line twin of the Lowerscope page.
cli-inspect-about = Tells what is in trace files
cli-inspect-after = Packed files (gzip, zip, zstd, tar in gzip) are read as they are. Tables of Neuron Explorer (Parquet, CSV) in one folder are one profile, given as the folder or by name. The exit status is 0 when anything was readable.
cli-file = Trace files, or folders of Neuron Explorer's tables
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

cli-synthetic = Made up by a script, not recorded
cli-neffs = NEFFs run in { $file }
cli-neff-op = by { $op } ({ $evidence })
cli-neff-no-op = by no op that the trace has
cli-neff-profile = Device profile { $file }, { $time } for one run ({ $evidence })

cli-compare-about = Lays lowering paths of a region beside a baseline and says which is fastest
cli-compare-after = Several recordings of one path stand with commas between them: a1.json,a2.json,a3.json. The exit status is 0, or 3 when a path is slower than --fail-if-slower allows, or 1 when nothing can be compared.
cli-compare-base = Trace of the baseline
cli-compare-other = Traces of the other paths, up to three
cli-compare-profiles = Device profiles of the NEFFs that the traces run, to sum up what engines and DMA did
cli-compare-region = Annotation, module class, compiled region or op to compare; without it the largest that all traces have
cli-compare-judge-by = Judge by the host's time, the device's span, or the time that the device is busy; without it by the device where there is one
cli-compare-json = One JSON object for other programs
cli-compare-markdown = Markdown, for a pull request
cli-compare-html = Write the comparison as one HTML file, read without network
cli-compare-page = Address of the page that opens the traces in the HTML file
cli-compare-page-wrong = --page wants the address of the page, beginning with https:// or http://
cli-compare-html-failed = { $file } could not be written: { $reason }
cli-compare-fail-if-slower = Fail when another path is slower than the baseline by more than PCT percent, and the times tell them apart
cli-compare-slower = { $name } is slower than the baseline by more than { $percent } %.
cli-compare-no-region = No trace has a region “{ $region }”. The largest are: { $names }.
cli-compare-nothing-shared = The traces have no region in common. Name one with --region; the largest are: { $names }.
cli-compare-not-judged = { $name } cannot be judged against the baseline, so --fail-if-slower cannot be answered: see “Read with care”.
cli-compare-no-regions = None of the files has anything to compare: no ops, annotations or kernels, and no rows of a device profile. Totals alone cannot be compared: export the profile itself as JSON.
cli-compare-not-in-path = Path { $path } has no region “{ $region }”. Record it with that annotation, or choose another with --region.
cli-compare-not-in-path-near = Path { $path } has no region “{ $region }”. Did you mean: { $names }?
cli-compare-no-paths = There is nothing to compare: give a baseline and at least one other trace.
cli-compare-too-many = At most four paths can be compared.

compare-name = Path
compare-time = Median
compare-range = p10 – p90
compare-ratio = To baseline
compare-launches = Launches
compare-ops = Ops
compare-bytes = Bytes moved
cli-compare-heading = Region { $region }
cli-compare-path = { $low } – { $high }, { $count ->
    [one] 1 instance
   *[other] { $count } instances
}, { $ops } ops, { $launches } launches, { $bytes } moved, { $bound }
cli-compare-more = and { $count } more
cli-compare-became = What the ops became on { $path }
cli-compare-difference = Where the { $delta } of { $path } come from
