# The paths view: how a region was lowered, side by side.

paths-compare = مقایسه
paths-compare-text = مقایسهٔ lowering یک ناحیه در ردگیری‌های باز
paths-compare-of = مقایسهٔ مسیرهای { $name }
paths-count = { $count } مسیر
paths-waiting = در حال مقایسه …
paths-baseline = مبنا
paths-baseline-label = مبنا
paths-add = افزودن مسیر
paths-add-again = هم‌اکنون یک مسیر است
paths-search-list = جست‌وجو در این فهرست
paths-show = نمایش
paths-show-of = نمایش در خط زمان خودش: { $what }
paths-slice-gone = ردگیری آن برش دیگر باز نیست.
paths-this-slice = این برش
paths-no-regions = هیچ کدام از ردگیری‌های باز ناحیه‌ای برای مقایسه ندارد: نه برچسب، نه ماژول، نه عملیات.
paths-first-of = { $count } ردگیری از { $all } ردگیری مقایسه شده است: بیش از این کنار هم جا نمی‌شود. می‌توان دیگران را به جای این‌ها گذاشت، یا همچون ضبط‌های بیشتر به مسیری افزود.
paths-some-share = { $count } ردگیری از { $all } ردگیری مقایسه شده است: بقیه { $region } را ندارند.
paths-table = جدول
paths-table-text = همین به شکل جدول
paths-list-and = { $first } و { $last }

region-label = ناحیه
region-choose = برگزیدن ناحیه
region-in-all = در همهٔ مسیرها
region-in-some = در برخی
region-row = { $kind }، { $count } بار، { $total }
region-annotation = برچسب
region-module = ماژول
region-compiled = ناحیهٔ کامپایل‌شده
region-op = عملیات
region-frame = تابع
interface-label = رابط
interface-same = در { $count ->
    [2] هر دو
   *[other] هر { $count }
} یکسان
interface-differs = شکل‌ها فرق دارند
interface-partly = { $count } تا ضبط نشده
interface-partly-text = همهٔ ردگیری‌ها نمی‌گویند چه تنسورهایی وارد و خارج می‌شوند. با { LTR("record_shapes=True") } ضبط کنید.
interface-unknown = شکل‌ها ضبط نشده
interface-unknown-text = ردگیری‌ها نمی‌گویند چه تنسورهایی وارد و خارج می‌شوند. با { LTR("record_shapes=True") } ضبط کنید.
instances-label = نمونه‌ها
baseline-choose = برگزیدن مبنا
judge-label = معیار
judge-choose = برگزیدن معیار داوری مسیرها
judge-auto = بهترینی که هست
judge-auto-hint = دستگاه، یا میزبان جایی که دستگاهی نیست

path-menu = بیشتر دربارهٔ مسیر { $path }
path-show-median = نمایش نمونهٔ میانه در خط زمان خودش
path-make-baseline = این مبنا شود
path-remove = برداشتن این مسیر
path-fewer-recordings = برداشتن آخرین ضبط
path-more-recordings = ضبط دیگری از مسیر { $path }
path-other-region = ناحیهٔ دیگری در این ردگیری
path-use-selected = برش انتخاب‌شده، و همهٔ مانندهایش

measure-host-span = بازهٔ میزبان
measure-device-span = بازهٔ دستگاه
measure-device-busy = کار دستگاه

reason-no-shapes = معلوم نیست: عملیات بدون شکل ضبط شده‌اند. با { LTR("record_shapes=True") } ضبط کنید.
reason-no-device = ردگیری سطر دستگاه ندارد. با { LTR("ProfilerActivity.CUDA") } (یا مال دستگاه خودتان) کنار CPU ضبط کنید.
reason-no-launches = ردگیری سطر راه‌اندازی ندارد. با { LTR("ProfilerActivity.CPU") } کنار دستگاه ضبط کنید.
reason-some-without-shapes = معلوم نیست: بعضی عملیات شکل ندارند، مانند آن‌ها که درون یک کرنل ادغامی هستند؛ پس آنچه می‌خوانند و می‌نویسند در ردگیری نیست.
reason-no-peak = نرخ‌های بیشینهٔ این دستگاه معلوم نیست.
reason-no-stacks = سطرهای Python نیستند: با { LTR("with_stack=True") } ضبط کنید.
reason-no-flop-rule = معلوم نیست: برای یکی از عملیات، شکل‌ها نمی‌گویند چند عمل حسابی می‌خواهد.
reason-not-written = معلوم نیست: پروفایلر آن را کنار هر کرنل ننوشته است. برای دستگاه‌های AMD اصلاً occupancy نوشته نمی‌شود، و کرنل‌های گراف بازپخش‌شده شاید آن را نداشته باشند.
reason-xla-shapes = معلوم نیست: ردگیری‌های XLA شکل عملیاتشان را نمی‌گویند.
reason-no-kernels = ناحیه کرنلی ندارد.

paths-evidence-correlation = هم‌بستگی
paths-evidence-external-id = شناسهٔ بیرونی
paths-evidence-flow = جریان
paths-evidence-containment = دربرگیری
paths-evidence-name = از روی نام
paths-evidence-side-file = فایل جانبی
paths-evidence-input-dims = ابعاد ورودی
paths-evidence-timestamps = مُهر زمان
paths-evidence-interface = ورودی‌ها و خروجی‌های ناحیه
paths-evidence-strength = قوت این شاهد: { $strength } از ۵

fate-kept = مانده
fate-fused = ادغام
fate-replaced = جایگزین
fate-eliminated = حذف
fate-host-only = فقط میزبان
fate-unknown = گفته نشده

bound-host = محدود به میزبان
bound-host-text = دستگاه منتظر راه‌اندازی‌هاست.
bound-traffic = محدود به ترافیک
bound-traffic-text = ترافیک حافظه تعیین‌کننده است: بسیار بیش از آنچه باید جابه‌جا می‌شود، یا نرخ نزدیک بیشینه است.
bound-latency = محدود به تأخیر
bound-latency-text = تکه‌های بسیار ریز کار دستگاه: آغاز کردنشان وقت می‌گیرد.
bound-sync = محدود به همگام‌سازی
bound-sync-text = منتظر همگام‌سازی است.
bound-work = محدود به کار
bound-work-text = روی CPU: بیشتر زمان را کار خود عملیات می‌گیرد.
bound-dispatch = محدود به فرستادن
bound-dispatch-text = روی CPU: بیشتر زمان را آنچه دور و بر عملیات است می‌گیرد.
bound-unknown = محدودکننده معلوم نیست

verdict-label = حکم
verdict-proofs = آنچه حکم بر آن استوار است
verdict-clear = { $winner } روی { $side ->
    [host] میزبان
   *[device] دستگاه
} <em>{ $ratio } برابر سریع‌تر</em> از { $against } است
verdict-hint = { $winner } روی { $side ->
    [host] میزبان
   *[device] دستگاه
} <em>{ $ratio } برابر سریع‌تر</em> از { $against } به نظر می‌رسد، ولی این اثبات نیست
verdict-hint-one = در آنچه یک بار ضبط شده، { $winner } روی { $side ->
    [host] میزبان
   *[device] دستگاه
} <em>{ $ratio } برابر سریع‌تر</em> از { $against } بود
verdict-none = { $count ->
    [2] دو مسیر
   *[other] سریع‌ترین مسیرها
} را از روی زمانشان روی { $side ->
    [host] میزبان
   *[device] دستگاه
} نمی‌توان از هم جدا کرد
verdict-refused = این مسیرها یک کار را انجام نمی‌دهند؛ پس هیچ کدام سریع‌تر خوانده نمی‌شود
verdict-refused-cut = همهٔ اجرا در این فایل‌ها نیست؛ پس هیچ کدام سریع‌تر خوانده نمی‌شود
verdict-alone = { $name } روی { $side ->
    [host] میزبان
   *[device] دستگاه
} <em>{ $time }</em> طول می‌کشد
verdict-range = { $low } تا { $high } برابر، p10–p90 از { $mine } و { $theirs } نمونه
verdict-lead-traffic = { $name } در هر نمونه { $to } به جای { $from } جابه‌جا می‌کند. از { $delta } { $direction ->
    [saved] صرفه‌جویی
   *[lost] اتلاف
}، { $part } تنها از ترافیک حافظه است.
verdict-lead-traffic-all = { $name } در هر نمونه { $to } به جای { $from } جابه‌جا می‌کند. ترافیک حافظه همهٔ { $delta } { $direction ->
    [saved] صرفه‌جویی
   *[lost] اتلاف
} را توضیح می‌دهد: با نرخ مبنا { $part } می‌شد.
verdict-lead-term = از { $delta } که { $name } { $direction ->
    [saved] صرفه‌جویی می‌کند
   *[lost] از دست می‌دهد
}، { $part } این است: { $term }.
verdict-lead-more = { $name } { $delta } { $direction ->
    [saved] صرفه‌جویی می‌کند
   *[lost] از دست می‌دهد
}: { $part } با { $term }، که بخش‌های دیگر { $back } از آن را پس می‌گیرند.
verdict-lead-structure = با این همه ساختارشان فرق دارد: { $claim }.

certainty-clear = روشن: بازه‌ها هم‌پوشانی ندارند
certainty-clear-text = p10–p90 این دو هم‌پوشانی ندارند، و نسبت بسیار بالاتر از نوسان است.
certainty-hint = نشانه است، نه اثبات
certainty-hint-text = زمان‌ها فرق دارند، ولی نه چندان یا نه چنان پرتکرار که بتوان مطمئن بود.
certainty-hint-one = نشانه: تنها یک نمونه
certainty-hint-one-text = یک نمونه نمی‌گوید نمونهٔ بعدی چقدر فرق می‌کند. گام‌های بیشتری ضبط کنید.
certainty-hint-recording = نشانه: ضبط‌ها کم است
certainty-hint-recording-text = نمونه‌های یک فرایند نشان نمی‌دهند فرایندها چقدر فرق دارند. هر مسیر را چند بار و به نوبت ضبط کنید، و فایل‌ها را همچون ضبط‌های بیشتر به مسیرشان بیفزایید.
certainty-hint-host = نشانه: زمان‌های میزبان
certainty-hint-host-text = زمان‌های میزبان از فرایندی به فرایند دیگر و با آنچه پروفایلر ضبط می‌کند فرق می‌کنند.
certainty-hint-tied = نشانه: دیگرانی به همین خوبی‌اند
certainty-hint-tied-text = بازهٔ مسیر دیگری با بازهٔ سریع‌ترین هم‌پوشانی دارد.
certainty-hint-small = نشانه: نسبت کوچک است
certainty-hint-small-text = تفاوتی به این کوچکی اغلب در ضبط بعدی از میان می‌رود.
certainty-none = جداشدنی نیستند: بازه‌ها هم‌پوشانی دارند
certainty-none-text = پراکندگی درون هر مسیر به اندازهٔ فاصلهٔ میان آن‌هاست.
certainty-refused = مقایسه‌پذیر نیستند
certainty-refused-text = علت زیر «با احتیاط بخوانید» آمده است. با این همه همه چیز رسم می‌شود.

claim-structure = ساختار: از ضبطی به ضبط دیگر فرق نمی‌کند
claim-timing = زمان‌بندی: از ضبطی به ضبط دیگر فرق می‌کند
claim-launches = راه‌اندازی‌ها: { $to } به جای { $from }
claim-fused = { $ops } عملیات شد { $items ->
    [1] یک کرنل؛ هیچ دادهٔ میانی به حافظه نمی‌رسد
   *[other] { $items } کرنل
}
claim-same-ops = همان عملیات اجرا می‌شوند، یک سطح پایین‌تر: { $name } از آن‌ها ساخته شده است
claim-traffic = { $ratios ->
    [known] ترافیک از { $fromratio } به { $toratio } برابر کمینه رسید
   *[unknown] ترافیک از { $from } به { $to } رسید
}: { $time }
claim-efficiency = نرخ به‌دست‌آمده: { $to } به جای { $from }
claim-busy = کار: { $to } به جای { $from }
claim-idle = فاصله‌های میان تکه‌های کار: { $to } به جای { $from }
claim-host = میزبان: { $to } به جای { $from }
claim-ops = عملیات: { $to } به جای { $from }

caveats-title = با احتیاط بخوانید
caveats-none = چیزی که با این مقایسه ناسازگار باشد پیدا نشد.
caveat-stacks = { $paths } با پشته‌های Python ضبط { $count ->
    [1] شده است
   *[other] شده‌اند
}، که زمان‌های میزبان را بلندتر می‌کند.
caveat-memory = { $paths } با رویدادهای حافظه ضبط { $count ->
    [1] شده است
   *[other] شده‌اند
}، که زمان‌های میزبان را بلندتر می‌کند.
caveat-shapes-differ = { $paths } شکل‌ها یا نوع‌های دیگری نسبت به مبنا دارد: کار دیگری انجام می‌دهد.
caveat-shapes-unknown = ردگیری { $paths } همهٔ شکل‌ها را نمی‌گوید (کد تولیدشده روی CPU، گراف‌های بازپخش‌شده و XLA شکل ندارند)؛ پس نمی‌توان گفت کار یکی است. هر جا خاموش است با { LTR("record_shapes=True") } ضبط کنید.
caveat-one-instance = { $paths } تنها یک نمونه { $count ->
    [1] دارد
   *[other] دارند
}. گام‌های بیشتری ضبط کنید.
caveat-few-instances = { $paths } نمونه‌های کمی { $count ->
    [1] دارد
   *[other] دارند
}: صدک‌ها چیز زیادی نمی‌گویند.
caveat-one-recording = از یک مسیر کمتر از سه ضبط هست: نمونه‌های یک فرایند نشان نمی‌دهند فرایندها چقدر فرق دارند. چند بار و به نوبت ضبط کنید، و آن‌ها را همچون ضبط‌های همان مسیر بیفزایید.
caveat-sample = { $path } بخشی از یک ضبط است: { $count } نمونه از { $of } نمونه‌اش، پس رقم‌هایش رقم‌های کل نیستند.
caveat-host-times = زمان‌های میزبان مقایسه شده‌اند: از فرایندی به فرایند دیگر فرق می‌کنند، و پروفایلر آن‌ها را بلندتر می‌کند.
caveat-small-ratio = تفاوت کوچک است: شاید در ضبط بعدی از میان برود.
caveat-other-device = { $paths } روی دستگاه دیگری نسبت به مبنا اجرا شد.
caveat-device-unknown = ردگیری‌ها نمی‌گویند روی چه دستگاهی ضبط شده‌اند.
caveat-graph-replay = { $paths } یک گراف را بازپخش { $count ->
    [1] می‌کند
   *[other] می‌کنند
}: تک‌تک راه‌اندازی‌ها دیده نمی‌شوند.
caveat-warm-up = { $count } نمونهٔ گرم‌شدن { $path } کنار گذاشته شد (حداکثر { $time }).
caveat-entry-differs = نخستین عملیات { $paths } روی تنسوری با اندازهٔ دیگری نسبت به مبنا کار می‌کند. معلوم نیست چه چیز دیگری وارد می‌شود؛ پس شاید کار یکی نباشد.
caveat-tied = { $paths } به همین خوبی { $count ->
    [1] است
   *[other] هستند
}: بازه با بازهٔ سریع‌ترین هم‌پوشانی دارد؛ پس سریع‌ترین این‌جا تنها از روی میانه‌اش نام برده شده است.
caveat-rows-differ = { $count } نمونهٔ { $path } سطرهای دیگری جز آنچه نشان داده شده اجرا کرد: شمار آن‌ها که یکسان اجرا شدند کم است. زمان‌ها از همهٔ آن‌هاست، lowering از نمونهٔ میانه.
caveat-other-groups = { $count } نمونهٔ { $path } کنار گذاشته شد: عملیات یا شکل‌های دیگری نسبت به آن‌ها که به حساب می‌آیند.
caveat-cut = { $count } نمونهٔ { $path } کنار گذاشته شد: ضبط در میانهٔ آن آغاز یا تمام می‌شود.
caveat-orphans = { $count } تکه کار دستگاه در ردگیری { $path } ({ $time }) در آن راه‌اندازی ندارد و هیچ جا به حساب نمی‌آید: { $before } تا پیش از آغاز ضبط راه‌اندازی شده، { $without } تا شناسه‌ای برای یافتن آن ندارد.
caveat-host-bound = { $path } به‌تنهایی منتظر میزبان می‌ماند: { $host } کار میزبان برای { $device } کار دستگاه. این‌جا صف آن را می‌پوشاند.
caveat-more-kernels = { $paths } سریع‌تر است، هرچند کرنل‌های بیشتری اجرا می‌کند.
caveat-bytes-inferred = بایت‌های { $paths } استنباط شده‌اند (≈): ردگیری‌اش آن‌ها را نمی‌گوید. تنها تکه کارش همهٔ ناحیه را انجام می‌دهد؛ پس آنچه وارد می‌شود را می‌خواند و آنچه خارج می‌شود را می‌نویسد، هر کدام دست‌کم یک بار، چنان که مسیر دیگری می‌گوید.
caveat-device-and-none = بعضی مسیرها روی دستگاه و بعضی روی CPU اجرا شدند: زمان‌هایشان معنای یکسانی ندارد.

intervals-title = { $measure } در هر نمونه
intervals-log = p10–p90 و میانه، مقیاس لگاریتمی
intervals-linear = p10–p90 و میانه
intervals-row = { $name }: میانه { $median }، p10 تا p90 از { $low } تا { $high }، { $count } نمونه

heads-title = مسیرها
heads-median = { $measure }، میانه
delta-faster = { $ratio } برابر سریع‌تر
delta-slower = { $ratio } برابر کندتر
delta-faster-overlap = { $ratio } برابر سریع‌تر، ولی هم‌پوشانی دارند
delta-slower-overlap = { $ratio } برابر کندتر، ولی هم‌پوشانی دارند
delta-faster-hint = شاید { $ratio } برابر سریع‌تر
delta-slower-hint = شاید { $ratio } برابر کندتر
delta-refused = مقایسه نشد
delta-same = یکسان
delta-equal = برابر
delta-gone = حذف شد
delta-new = تازه
spark-label = هیستوگرام { $count } نمونه، p10 تا p90 از { $low } تا { $high }
chip-launches = { $count } راه‌اندازی
chip-launches-unknown = راه‌اندازی‌ها معلوم نیست
chip-ops = { $count } عملیات کار می‌کند
chip-bytes = { $bytes } جابه‌جاشده
chip-bytes-times = { $bytes }، { $ratio } برابر کمینه
chip-bytes-unknown = بایت‌ها معلوم نیست
chip-recordings = { $count } ضبط
chip-host-bound = به‌تنهایی محدود به میزبان

levels-title = Lowering
levels-what = از ناحیه تا دستگاه، یک سطر برای هر سطح
levels-only = فقط تفاوت‌ها
levels-only-text = عملیاتی را که خرجی ندارند، و آن‌ها را که در همهٔ مسیرها یکسان‌اند، تا می‌کند
levels-folded = { $count } عملیات تا شده
levels-window = عملیات { $first } تا { $last } از { $count }
levels-largest = بزرگ‌ترین در آغاز
levels-largest-text = عملیات را به ترتیب اندازهٔ کار دستگاهشان ورق می‌زند، نه به ترتیب برنامه
levels-size = اندازه: { $size }
levels-size-text = مرتب‌سازی و اندازهٔ کار دستگاه بر پایهٔ زمان، تعداد یا بایت
levels-size-time = زمان
levels-size-count = تعداد
levels-size-bytes = بایت
levels-previous = عملیات پیشین
levels-next = عملیات پسین
levels-column = lowering مسیر { $name }
levels-op = { $name }: { $fate }
levels-op-into = { $name }: { $fate } ← { $items }
levels-op-time = { $name }: { $fate }، { $time } ← { $items }
levels-mapping = { $ops } ← { $items } { $fate }{ $lost ->
    [0] {""}
   *[other] ، { $lost } حذف
}
levels-no-ops = در این ناحیه عملیاتی نیست
levels-nothing-differs = هیچ تفاوتی نیست
levels-no-items = این‌جا کار دستگاهی نیست
levels-items = { $count } تکه کار دستگاه
levels-less = { $time } کمتر
levels-more-items = { $count } مورد دیگر
legend-kept = جداگانه اجرا می‌شود
legend-absorbed = جذب‌شده
legend-stripes = ادغامی: نوارها نام عملیات‌اند، نه سهم آن‌ها
paths-level-step = گام
paths-level-annotation = برچسب
paths-level-module = ماژول
paths-level-frame = تابع
paths-level-compiled = ناحیهٔ کامپایل‌شده
paths-level-op = عملیات
paths-level-launch = راه‌اندازی
paths-level-runtime = فراخوانی runtime
paths-level-device = دستگاه
paths-level-instruction = دستور
paths-level-ops-of = عملیات { $path }
paths-level-ops-text = آن‌طور که نوشته شده
paths-level-dispatched = فرستاده‌شده
paths-level-dispatched-text = آنچه اجرا شد
paths-level-launches = راه‌اندازی‌ها
paths-level-kernels = کرنل‌ها
paths-level-work = کار
paths-level-kernels-text = با یک مقیاس
paths-level-size-text = پهناها: { $size }
paths-level-window-text = با یک مقیاس، بدون فاصله‌ها
paths-level-not-compiled = کامپایل نشده
paths-level-no-launches = راه‌اندازی ندارد: خود عملیات کار را انجام می‌دهند
paths-level-launches-unknown = راه‌اندازی‌ها ضبط نشده
paths-level-host-time = { $time } روی میزبان
paths-level-launch-time = { $time } در راه‌اندازی
paths-level-node = { $name }، { $time }
paths-level-item = { $kind } { $name }، { $time }{ $count ->
    [0] ، در این مسیر تازه است
    [1] {" "}· کار { $ops }
   *[other] {" "}· به جای { $count } عملیات: { $ops }
}
item-kernel = کرنل
item-copy = کپی
item-fill = پر کردن
item-op = عملیات
item-neff = NEFF

table-op = عملیات
table-path = مسیر
table-level = سطح
table-name = نام
table-start = آغاز
table-time = زمان
table-evidence = شاهد
table-more = سطرهای بیشتر

fall-title = تفاوت از کجا می‌آید
fall-what = میانه‌ها؛ گام‌ها درست جمع می‌شوند
fall-base = { $path }، مبنا
fall-this = این مسیر
legend-saves = − زمان کم می‌کند
legend-costs = + زمان می‌افزاید
term-traffic = ترافیک حافظه
term-traffic-text = بایت‌های کم‌شده ÷ { $rate }، نرخی که مبنا به آن می‌رسد
term-efficiency = کارایی
term-efficiency-text = باقی زمان کار: برای همان بایت‌ها سریع‌تر یا کندتر
term-busy = کار
term-busy-text = همهٔ تغییر زمان کار؛ بایت‌ها معلوم نیست
term-idle = فاصله‌ها
term-idle-text = میان تکه‌های کار یک نمونه چیزی اجرا نمی‌شود
term-host = میزبان
term-host-text = راه‌اندازی‌های دیر؛ روی CPU آنچه دور و بر عملیات است

paths-stack-title = یک نمونه از هر مسیر
paths-stack-what = میزبان و دستگاه هر کدام از صفر؛ صف میان آن‌ها تا شده است
paths-stack-own-scale = مقیاس جداگانه
paths-stack-own-scale-text = هر مسیر بر تمام پهنا، نه همه با یک مقیاس
paths-stack-own-axis = هر مسیر بر تمام پهنا
paths-stack-fit = هم‌اندازه
paths-stack-host = میزبان
paths-stack-device = دستگاه
paths-stack-busy = کار
paths-stack-no-device = سطر دستگاه ندارد
paths-stack-label = خط زمان یک نمونه از هر کدام از { $count } مسیر. کلیدها: W و S بزرگ‌نمایی، A و D حرکت، چپ و راست رفتن به نمونه‌های دیگر. جدول همین سطرها را دارد.
paths-stack-median = نمونهٔ { $number } از { $count }، نمونهٔ میانه
paths-stack-instance = نمونهٔ { $number } از { $count }
paths-stack-instance-sums = نمونهٔ { $number } از { $count }: تاکنون تنها جمع‌هایش
paths-stack-show = نمایش در خط زمان خودش
paths-stack-previous = مسیر { $path }: نمونهٔ قبل
paths-stack-next = مسیر { $path }: نمونهٔ بعد

metrics-title = سنجه‌ها
metrics-what = میانه در هر نمونه؛ پررنگ بهترین است؛ میله‌های هر سطر یک مقیاس دارند
metrics-name = سنجه
metrics-sort-name = مرتب‌سازی بر پایهٔ نام. بار دوم ترتیب را وارونه می‌کند، بار سوم گروه‌ها را برمی‌گرداند.
metrics-sort-base = مرتب‌سازی بر پایهٔ مقدار، یکا به یکا. بار دوم ترتیب را وارونه می‌کند، بار سوم گروه‌ها را برمی‌گرداند.
metrics-sort-path = مرتب‌سازی بر پایهٔ تفاوت با مبنا. بار دوم ترتیب را وارونه می‌کند، بار سوم گروه‌ها را برمی‌گرداند.
metrics-device = دستگاه
metrics-host = میزبان
metrics-structure = ساختار
metrics-memory = حافظه
metrics-arithmetic = محاسبه
metrics-kernels = کرنل‌ها
metric-inferred = ≈ { $value }
metric-inferred-mark = استنباطی
metric-inferred-text = استنباطی: ردگیری بایت‌ها را نمی‌گوید. تنها تکه کار همهٔ ناحیه را انجام می‌دهد؛ پس ورودی‌ها و خروجی‌هایش را دست‌کم یک بار جابه‌جا می‌کند.
metrics-unknown = { $metrics } در { $paths }: { $why }
metric-with-text = { $name }: { $text }
metric-not-measured = در این مسیر اندازه‌گیری نشده است.
metric-launches = راه‌اندازی‌ها
metric-launches-text = فراخوانی‌هایی که کار دستگاه را آغاز می‌کنند.
metric-distinct-kernels = کرنل‌های متمایز
metric-distinct-kernels-text = کارهای دستگاه با نام‌های متفاوت.
metric-device-busy = کار
metric-device-busy-text = زمانی که دست‌کم یک تکه کار دستگاه اجرا می‌شود.
metric-device-span = بازه
metric-device-span-text = از نخستین آغاز تا آخرین پایان روی دستگاه.
metric-device-idle = بیکاری در بازه
metric-device-idle-text = بازه منهای کار: هیچ کار دستگاهی اجرا نمی‌شود.
metric-starved = گرسنگی
metric-starved-text = بیکاری‌ای که در آن دستگاه منتظر راه‌اندازی از سوی میزبان بود.
metric-gaps = فاصله‌ها
metric-gaps-text = شمار دفعه‌هایی که دستگاه درون بازه بیکار می‌شود.
metric-host-span = بازه
metric-host-span-text = مدت ناحیه روی میزبان.
metric-python = در Python
metric-python-text = در سطرهای Python، بدون آنچه فرا می‌خوانند.
metric-dispatch = فرستادن
metric-dispatch-text = در عملیات روی میزبان، بدون راه‌اندازی‌ها و خود کار.
metric-launch-calls = در فراخوانی راه‌اندازی
metric-launch-calls-text = در فراخوانی‌هایی که کار دستگاه را آغاز می‌کنند.
metric-queue = در صف
metric-queue-text = از پایان فراخوانی راه‌اندازی تا آغاز کارش، میانه.
metric-guard = Guardها
metric-guard-text = guardها و prologue کد کامپایل‌شده.
metric-syncs = همگام‌سازی‌ها
metric-syncs-text = فراخوانی‌هایی که منتظر دستگاه می‌مانند.
metric-cpu-fallbacks = بازگشت به CPU
metric-cpu-fallbacks-text = عملیاتی که میان عملیات دستگاه روی CPU اجرا شدند.
metric-ops = سطرهای عملیات
metric-ops-text = سطرهای عملیات در همهٔ سطح‌ها، از جمله آن‌ها که عملیات دیگر فرا می‌خوانند.
metric-leaf-ops = عملیات برگ
metric-leaf-ops-text = عملیاتی که عملیات دیگری را فرا نمی‌خوانند.
metric-depth = عمق
metric-depth-text = سطح‌های عملیات درون عملیات.
metric-fusion-ratio = عملیات برای هر کرنل
metric-fusion-ratio-text = شمار عملیات مبنا که یک تکه کار دستگاه به جای آن‌هاست.
metric-bytes-moved = بایت جابه‌جاشده
metric-bytes-moved-text = آنچه همهٔ تکه‌های کار دستگاه دست‌کم می‌خوانند و می‌نویسند، از روی شکل عملیاتشان.
metric-bytes-min = کمینه
metric-bytes-min-text = ورودی‌ها و خروجی‌های ناحیه، هر کدام یک بار.
metric-amplification = جابه‌جاشده ÷ کمینه
metric-amplification-text = چند برابر آنچه باید جابه‌جا می‌شود.
metric-achieved = نرخ به‌دست‌آمده
metric-achieved-text = بایت جابه‌جاشده تقسیم بر زمان کار.
metric-useful = نرخ مفید
metric-useful-text = کمینهٔ بایت‌ها تقسیم بر زمان کار: آنچه به فراخواننده می‌رسد.
metric-peak-share = سهم از بیشینه
metric-peak-share-text = نرخ به‌دست‌آمده همچون سهمی از آنچه حافظهٔ دستگاه می‌تواند.
metric-temporaries = داده‌های میانی
metric-temporaries-text = تنسورهایی که یک تکه کار دستگاه می‌نویسد و تکهٔ دیگری می‌خواند، دست‌کم، از روی شکل عملیات.
metric-flops = FLOPs
metric-flops-text = عمل‌های ممیز شناوری که عملیات می‌خواهند، از روی شکلشان: دو تا برای هر ضرب و جمع، یکی برای هر عنصر یک عملیات عنصربه‌عنصر. جابه‌جایی و تبدیل هیچ.
metric-flops-per-s = FLOP/s به‌دست‌آمده
metric-flops-per-s-text = FLOPs تقسیم بر زمان کار.
metric-intensity = شدت محاسباتی
metric-intensity-text = FLOPs تقسیم بر بایت جابه‌جاشده: کم یعنی حافظه تعیین‌کننده است.
metric-occupancy = Occupancy
metric-occupancy-text = از وارپ‌هایی که روی یک multiprocessor جا می‌شوند، سهمی که هم‌زمان اجرا می‌شود: برآورد پروفایلر، میانگین کرنل‌ها با وزن زمانشان.
metric-warps = وارپ در هر SM
metric-warps-text = وارپ‌های کل grid یک کرنل برای هر multiprocessor، میانگین کرنل‌ها با وزن زمانشان.
metric-blocks = بلوک‌ها
metric-blocks-text = بلوک‌های grid یک کرنل، میانگین کرنل‌ها با وزن زمانشان.
metric-threads = نخ در هر بلوک
metric-threads-text = نخ‌های یک بلوک کرنل، میانگین کرنل‌ها با وزن زمانشان.

names-title = بر پایهٔ نام
names-what = عملیات و کار دستگاه؛ هر عملیات آن‌ها را که فرا می‌خواند در خود دارد
names-against = مبنا در برابر { $path }
names-choose = برگزیدن مسیر دیگر
names-all = همهٔ نمونه‌ها
names-all-text = گرم‌شدن و نمونه‌هایی هم که عملیات یا شکل‌های دیگری اجرا کردند، نه تنها آن‌ها که مقایسه بر آن‌ها استوار است
names-waiting = شمارش نام‌ها …
names-summary = { $names } نام. نمونه‌ها: { $base } از مبنا، { $other } از مسیر دیگر. تفاوت‌ها برای یک نمونه‌اند. برای دیدن مدت‌های یک سطر آن را برگزینید.
names-left-out = { $count } نام که کمترین زمان را می‌برند نیامده‌اند.
names-kind = نوع
names-change = تغییر
names-delta = Δ در هر نمونه
names-count-base = تعداد، مبنا
names-count-other = تعداد، دیگر
names-total-base = مجموع، مبنا
names-total-other = مجموع، دیگر
names-mean-base = میانگین، مبنا
names-mean-other = میانگین، دیگر
names-p50-base = p50، مبنا
names-p50-other = p50، دیگر
names-p90-base = p90، مبنا
names-p90-other = p90، دیگر
names-added = افزوده
names-gone = حذف‌شده
names-changed = دگرگون
names-same = یکسان
names-figure-label = مدت‌های { $name } در هر دو مسیر. { $base }؛ { $other }
names-figure-side = { $path }: { $count } بار، میانه { $median }
names-figure-none = { $path }: هیچ
names-figure-log = سهم در هر مسیر، مقیاس لگاریتمی
names-figure-linear = سهم در هر مسیر

export-button = برون‌بری
export-markdown = رونوشت به شکل Markdown
export-csv = ذخیرهٔ سنجه‌ها به شکل CSV
export-json = ذخیرهٔ همه به شکل JSON

problem-gone = یکی از ردگیری‌های این مقایسه دیگر باز نیست. دوباره بازش کنید، یا مسیرهای دیگری برگزینید.
problem-closed = { $count ->
    [1] ردگیری { $paths } بسته شده است
   *[other] ردگیری‌های { $paths } بسته شده‌اند
}. آنچه دیده می‌شود پیش از آن اندازه‌گیری شده است: پیوند به آن‌ها به جایی نمی‌رسد، و تا فایل دوباره باز و همچون مسیر برگزیده نشود چیزی را نمی‌توان از نو اندازه گرفت.
problem-path-gone = ردگیری مسیر { $path } دیگر باز نیست.
problem-no-paths = مسیری برای نشان دادن نیست. یک ردگیری باز کنید و «مقایسه» را بزنید.
problem-too-many = حداکثر چهار مسیر کنار هم جا می‌شوند.
problem-no-region = مسیر { $path } ناحیهٔ «{ $region }» ندارد.
problem-near = ناحیه‌های آن‌جا با نامی مانند این:
alone-title = تاکنون یک مسیر
alone-text = همین ناحیه را به شیوهٔ دیگری ضبط کنید، مثلاً کامپایل‌شده یا با یک عملیات ادغامی، و آن ردگیری را هم باز کنید. مسیرها از روی نام پیدا می‌شوند؛ پس به ناحیه نامی بدهید. شکل‌ها می‌گویند کار یکی است یا نه، و چند نمونه می‌گویند زمان‌ها چقدر نوسان دارند.
alone-code =
    with torch.profiler.profile(record_shapes=True) as prof:
        for _ in range(20):
            with torch.profiler.record_function("rmsnorm"):
                y = layer(x)
    prof.export_chrome_trace("rmsnorm_compiled.json")

paths-example-seen = RMSNorm روی CPU، به سه شیوه نوشته شده: عملگرهای سادهٔ PyTorch، ‏torch.rms_norm، و همان عملگرهای ساده زیر torch.compile. برای مقایسه، ردگیری‌های خودتان را هر جای صفحه رها کنید.

## Pictures

picture-ops-left-out = { $count } عمل کوچک‌تر نشان داده نشده است
picture-spread = { $measure }، { $low } تا { $high } در { $count } نمونه
picture-timeline = { $file }: { $length } از { $from }
