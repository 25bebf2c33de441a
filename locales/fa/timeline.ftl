# The timeline: canvases, track names, marks, keys.

timeline-name = خط زمان { $file }، { $tracks } ردیف. کلیدهای جهت میان برش‌ها حرکت می‌کنند. برگهٔ «جدول‌ها» همین سطرها را دارد.
timeline-mini-name = بخش در دید از ردگیری
timeline-mini-value = { $start } تا { $end } از { $length }
timeline-ruler-name = خط‌کش، { $start } تا { $end }، { $marks ->
    [0] بدون نشان
   *[other] { $marks } نشان
}
timeline-events = { $n } رویداد
timeline-in-view = { $span } در دید
timeline-zoom-in = بزرگ‌نمایی
timeline-zoom-out = کوچک‌نمایی
timeline-fit = کل ردگیری
timeline-file-ends = فایل این‌جا تمام می‌شود

# Track names.
timeline-tracks = ردیف‌ها
timeline-filter = پالایش ردیف‌ها
timeline-filter-clear = پاک کردن پالایه
timeline-filter-none = هیچ ردیفی با «{ $text }» جور نیست.
timeline-filter-all = نمایش همهٔ ردیف‌ها
timeline-unnamed-process = بدون فرایند
timeline-unnamed-track = بدون نخ
timeline-pid = ‏pid { $pid }
timeline-threads = { $n } ردیف
timeline-tid = نخ { $tid }
timeline-tid-short = ‏tid { $tid }
timeline-kind-async = ناهمگام
timeline-kind-counter = شمارنده
timeline-kind-states = حالت‌های نخ
timeline-kind-objects = اشیا
timeline-pinned = سنجاق‌شده
timeline-busy = کار { $share }
timeline-busy-help = سهمی از طول ردگیری که برشی از این ردیف آن را می‌پوشاند
timeline-empty-track = این‌جا چیزی نیست
timeline-instants = { $n } رویداد لحظه‌ای
timeline-lanes = { $n } خط اضافه برای برش‌هایی که روی هم افتاده‌اند
timeline-expand = گستردن { $name }
timeline-collapse = تا کردن { $name }
timeline-pin = سنجاق کردن { $name } در بالا
timeline-unpin = برداشتن سنجاق { $name }
timeline-hide = پنهان کردن { $name }
timeline-menu = بیشتر برای { $name }
timeline-menu-pin = سنجاق کردن در بالا
timeline-menu-unpin = برداشتن سنجاق
timeline-menu-hide = پنهان کردن
timeline-menu-fold = تا کردن در یک سطر
timeline-menu-unfold = گستردن
timeline-menu-up = بردن به بالا
timeline-menu-down = بردن به پایین
timeline-menu-lower = کوتاه‌تر
timeline-menu-higher = بلندتر
timeline-menu-full = ارتفاع کامل
timeline-menu-fold-all = تا کردن همهٔ فرایندها
timeline-menu-unfold-all = گستردن همه
timeline-menu-area = آمار این ردیف در بخش در دید
timeline-menu-show-hidden = نمایش { $n ->
    [1] ردیف پنهان
   *[other] همهٔ { $n } ردیف پنهان
}
timeline-resize = ارتفاع { $name }
timeline-hidden-count = { $n } پنهان
timeline-deeper = { $n } سطح ژرف‌تر

# The card at the pointer.
timeline-card-starts = آغاز { $time }
timeline-card-at = در { $time }
timeline-card-in = در
timeline-card-merged = { $n ->
    [1] یک برش این‌جا
   *[other] { $n } برش این‌جا، این بلندترین است
}
timeline-card-merged-instants = { $n ->
    [1] یک رویداد لحظه‌ای این‌جا
   *[other] { $n } رویداد لحظه‌ای این‌جا، این نخستین است
}
timeline-card-process = هر برشی از نخ‌هایش
timeline-card-details = جزئیات
timeline-card-zoom = بزرگ‌نمایی
timeline-card-mark = نشان
timeline-card-repaired = مدتش به‌دردخور نبود
timeline-card-clipped = کمی کوتاه‌تر از آنچه ضبط شده رسم شد
timeline-card-unfinished = پایانی برای آن شناخته نیست
timeline-card-no-begin = آغازی برای آن شناخته نیست

# What a screen reader says of the selection.
timeline-say-slice = { $name }، { $duration }، در { $time }، { $track }
timeline-say-instant = { $name }، در { $time }، { $track }
timeline-say-no-more = در این جهت چیز دیگری نیست
timeline-say-no-flow = در این جهت جریانی نیست
timeline-say-mark = نشان { $number } در { $time }
timeline-say-area = محدوده‌ای به طول { $length } انتخاب شد
timeline-say-arrows-none = بدون پیکان جریان
timeline-say-arrows-selection = پیکان‌های جریان انتخاب
timeline-say-arrows-all = همهٔ پیکان‌های جریان

timeline-arrow-after = پس از { $delay }
timeline-arrow-early = { $delay } پیش از پایان آن
timeline-arrow-kind = { $kind }، { $delay }
timeline-arrows-left-out = { $n } پیکان دیگر رسم نشده است

# Marks.
timeline-marks = نشان‌ها
timeline-mark-add = افزودن نشان
timeline-mark-note = یادداشت
timeline-mark-note-of = یادداشت نشان { $number }
timeline-mark-go = رفتن به نشان { $number }
timeline-mark-remove = برداشتن نشان { $number }
timeline-mark-distance = { $delta } پس از نشان { $number }
timeline-mark-open = نشان { $number }: { $note }
timeline-marks-close = بستن

# Keys, for the help dialog.
timeline-keys-move = حرکت
timeline-keys-select = انتخاب
timeline-keys-mark = نشان و نمایش
timeline-keys-find = یافتن
timeline-key-zoom-in = بزرگ‌نمایی، تا وقتی نگه داشته شود
timeline-key-zoom-out = کوچک‌نمایی
timeline-key-pan-left = زودتر
timeline-key-pan-right = دیرتر
timeline-key-zoom-in-once = یک گام بزرگ‌نمایی
timeline-key-zoom-out-once = یک گام کوچک‌نمایی
timeline-key-fit-selection = بزرگ‌نمایی روی انتخاب
timeline-key-fit-all = کل ردگیری؛ بار دوم: با داده‌های پرت
timeline-key-back = برگشت به نمای پیشین
timeline-key-to-start = آغاز ردگیری؛ بار دوم: با داده‌های پرت
timeline-key-to-end = پایان ردگیری؛ بار دوم: با داده‌های پرت
timeline-key-scroll-up = پیمایش ردیف‌ها به بالا
timeline-key-scroll-down = پیمایش ردیف‌ها به پایین
timeline-key-left = همسایهٔ قبل
timeline-key-right = همسایهٔ بعد
timeline-key-up = سطر بالا
timeline-key-down = سطر پایین
timeline-key-previous-on-track = برش قبلی سطر
timeline-key-next-on-track = برش بعدی سطر
timeline-key-flow-back = به عقب در جریان
timeline-key-flow-on = به جلو در جریان
timeline-key-other-flow-back = جریان بعدی از چند جریان رو به عقب
timeline-key-other-flow-on = جریان بعدی از چند جریان رو به جلو
timeline-key-escape = رها کردن: محدوده، انتخاب، جست‌وجو
timeline-key-mark = نشان گذاشتن بر زمان اشاره‌گر یا آغاز انتخاب، با یادداشت؛ اگر یادداشتی نیست Esc
timeline-key-area-from-selection = آمار زمان انتخاب
timeline-key-arrows = پیکان‌های جریان: انتخاب، همه، هیچ
timeline-key-pin = سنجاق کردن ردیف انتخاب
timeline-key-next-hit = یافتهٔ بعدی؛ بدون جست‌وجو: جزئیات
timeline-key-previous-hit = یافتهٔ قبلی
