# What the engine and its worker say: failures of loading, flags of slices.

fetch-blocked-title = The page got nothing to read from { $host }
fetch-blocked-text = The browser stopped the answer, or no answer came. If the address is right, { $host }, and every host that it sends on to, must send the header “Access-Control-Allow-Origin: { $origin }”. Otherwise download the file and drop it here.
fetch-redirected-title = { $host } sends this address on to another
fetch-redirected-text = Where it leads is not fetched without you. Open the address in a window of its own, and give the page the address that it ends at; or download the file and drop it here.
fetch-status-title = { $host } answered { $status }
fetch-status-text = There is no file to read at { $url }. Check the address.
fetch-denied-title = { $host } wants a login ({ $status })
fetch-denied-text = { $url } is private, or not for this page. Sign in there and download the file, then drop it here.
fetch-busy-title = { $host } asks to wait ({ $status })
fetch-busy-text = It has had too many requests. Try again in a few minutes.
fetch-broken-title = { $host } answered with an error of its own ({ $status })
fetch-broken-text = The address may be right: the server failed to send { $url }. Try again later, or ask whoever runs it.
fetch-interrupted-title = The download from { $host } broke off
fetch-interrupted-text = { $bytes } had arrived. Try again, or download the file and drop it here.
fetch-address-title = This is not an address that can be fetched
fetch-address-text = “{ $url }” should begin with https:// or http://.
file-unreadable-title = The file cannot be read
file-unreadable-text = The browser says: { $reason }. It may have been moved or changed since it was chosen. Choose it again.

# JSON in which no event could be found.
no-events-title = There are no trace events in { $file }
no-events-text = It begins like JSON, but nothing in it is an event with a phase (“ph”). Read are trace-event JSON files, plain or packed with gzip, zstd, zip or tar.

# An archive in which nothing is a trace.
archive-no-trace-title = There is no trace in { $file }
archive-no-trace-text = None of its { $count } files is one: { $entries }.
# Files of an archive that were left out, beside those that were opened.
# $entries: sentences of the same kind as a failure's title, or the next ones.
archive-skipped = Not opened from { $file }: { $entries }
archive-skipped-more = { $count } more
# Files that were not looked at.
archive-left-out = { $entries } (not looked at, no trace by name)
archive-left-out-title = { archive-left-out }
archive-left-out-text = { archive-left-out }

# Why a slice looks different.
flag-unclosed = unfinished: no end is known
flag-dur_invalid = its duration is not a number
flag-dur_negative = its duration is negative, drawn with length 0
flag-clipped = drawn a little shorter, so that it fits its neighbour
flag-instant = a point in time
flag-no_begin = no begin is known
flag-name_mismatch = closed by an end with another name
flag-wait = waiting, not work
flag-from_pair = from a begin and an end event
