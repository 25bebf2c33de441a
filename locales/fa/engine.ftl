# What the engine and its worker say: failures of loading, flags of slices.

fetch-blocked-title = از { $host } چیزی به صفحه نرسید که خوانده شود
fetch-blocked-text = مرورگر جلوی پاسخ را گرفت، یا پاسخی نیامد. اگر نشانی درست است، { $host } و هر سروری که به آن می‌فرستد باید سرآیند «{ LTR("Access-Control-Allow-Origin:") } { $origin }» را بفرستد. وگرنه فایل را دانلود کنید و این‌جا رها کنید.
fetch-redirected-title = { $host } این نشانی را به جای دیگری می‌فرستد
fetch-redirected-text = جایی که به آن می‌رسد بی‌خبر شما گرفته نمی‌شود. نشانی را در پنجره‌ای باز کنید و نشانی پایانی را به صفحه بدهید؛ یا فایل را بارگیری کنید و این‌جا رها کنید.
fetch-status-title = { $host } پاسخ داد: { $status }
fetch-status-text = در { $url } فایلی برای خواندن نیست. نشانی را بررسی کنید.
fetch-denied-title = { $host } ورود می‌خواهد ({ $status })
fetch-denied-text = { $url } خصوصی است، یا برای این صفحه نیست. آن‌جا وارد شوید، فایل را دانلود کنید و این‌جا رها کنید.
fetch-busy-title = { $host } می‌خواهد صبر کنید ({ $status })
fetch-busy-text = درخواست‌های زیادی داشته است. چند دقیقهٔ دیگر دوباره تلاش کنید.
fetch-broken-title = { $host } با خطای خودش پاسخ داد ({ $status })
fetch-broken-text = شاید نشانی درست باشد: سرور نتوانست { $url } را بفرستد. بعداً دوباره تلاش کنید، یا از گردانندهٔ آن بپرسید.
fetch-interrupted-title = دانلود از { $host } نیمه‌کاره ماند
fetch-interrupted-text = { $bytes } رسیده بود. دوباره تلاش کنید، یا فایل را دانلود کنید و این‌جا رها کنید.
fetch-address-title = این نشانی‌ای نیست که بتوان از آن چیزی گرفت
fetch-address-text = «{ $url }» باید با { LTR("https://") } یا { LTR("http://") } آغاز شود.
file-unreadable-title = فایل خوانده نمی‌شود
file-unreadable-text = مرورگر می‌گوید: { $reason }. شاید پس از انتخاب جابه‌جا یا دگرگون شده باشد. دوباره انتخابش کنید.

# JSON in which no event could be found.
no-events-title = در { $file } رویداد ردگیری نیست
no-events-text = مانند JSON آغاز می‌شود، ولی هیچ چیز در آن رویدادی با فاز («ph») نیست. این‌جا فایل‌های trace-event JSON خوانده می‌شوند، ساده یا فشرده با gzip، zstd، zip یا tar.

# An archive in which nothing is a trace.
archive-no-trace-title = در { $file } ردگیری نیست
archive-no-trace-text = هیچ کدام از { $count } فایل آن ردگیری نیست: { $entries }.
# Files of an archive that were left out, beside those that were opened.
# $entries: sentences of the same kind as a failure's title, or the next ones.
archive-skipped = از { $file } باز نشد: { $entries }
archive-skipped-more = { $count } مورد دیگر
# Files that were not looked at.
archive-left-out = { $entries } (بررسی نشد، نامش مانند ردگیری نیست)
archive-left-out-title = { archive-left-out }
archive-left-out-text = { archive-left-out }

# Why a slice looks different.
flag-unclosed = ناتمام: پایانی برای آن شناخته نیست
flag-dur_invalid = مدتش عدد نیست
flag-dur_negative = مدتش منفی است، با طول ۰ رسم شد
flag-clipped = کمی کوتاه‌تر رسم شد تا کنار همسایه‌اش جا شود
flag-instant = یک لحظه در زمان
flag-no_begin = آغازی برای آن شناخته نیست
flag-name_mismatch = با پایانی به نام دیگر بسته شد
flag-wait = انتظار است، نه کار
flag-from_pair = از یک رویداد آغاز و یک رویداد پایان
