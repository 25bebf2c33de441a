# Comparison of Neuron device profiles.

region-neff = کل پروفایل
region-neff-came = بخش رسیده از پروفایل
region-layer = لایه

measure-total-time = زمان کل
measure-active-time = زمان فعال

reason-no-host = پروفایل دستگاه سطر میزبان ندارد: راه‌اندازی‌ها و زمان‌های میزبان در پروفایل سیستم یا ردگیری چارچوب هستند.
reason-no-instructions = پروفایل دستوری ندارد.
reason-no-dma = پروفایل سطر DMA ندارد.
reason-no-elements = فایل نمی‌شمارد که ضرب‌های ماتریسی چه حساب می‌کنند.
reason-on-chip = موتورها در حافظهٔ روی تراشه کار می‌کنند: بایت‌های HBM همان بایت‌های DMA هستند.
reason-no-byte-counts = فایل بایت‌ها را نمی‌شمارد: نه دستورهایش آن را می‌گویند و نه خلاصه‌اش.
reason-no-hlo-stats = NEFF آمار HLO ندارد، مانند کرنل‌های NKI.
reason-not-in-file = فایل نمی‌گوید.
reason-tool-could-not-tell = ابزاری که فایل را نوشته نتوانست بگوید (NaN یا null).
reason-whole-only = فایل آن را تنها برای کل پروفایل می‌گوید.
reason-nothing-there = چیزی نیست که سهمی از آن گرفته شود.
reason-no-profile = همهٔ NEFFهای این مسیر پروفایل دستگاه باز ندارند: آن‌ها را هم باز کنید.


paths-evidence-opcode = جور بودن opcode
paths-evidence-counter = شمارندهٔ سخت‌افزار
paths-evidence-cache-key = کلید کش NEFF


bound-compute = محدود به محاسبه
bound-compute-text = یک موتور دست‌کم نیمی از زمان کار می‌کند.
bound-neuron-traffic-text = ترافیک HBM تعیین‌کننده است: دست‌کم دو برابر آنچه باید جابه‌جا می‌شود، یا نرخ نزدیک بیشینه است.
bound-neuron-latency-text = هیچ موتوری حتی نیمی از زمان کار نمی‌کند و کمی بیش از آنچه باید جابه‌جا می‌شود: آنچه می‌ماند انتظار برای یکدیگر است.

claim-hbm-traffic = خوانده از HBM { $fromread } ← { $toread }، نوشته { $fromwritten } ← { $towritten }{ $time ->
    [none] {""}
   *[other] : { $time } با نرخی که پیش‌تر به آن می‌رسید
}
claim-opcodes-gone = { $opcodes } { $count ->
    [1] حذف شد
   *[other] حذف شدند
}
claim-opcode-gone = { $gone } تا از { $count } { $name }
claim-pause = { $engine } میان دو تکه کار { $from } مکث داشت؛ اکنون { $to }
claim-part = { $term }: { $to } به جای { $from }

neuron-paths-lead-traffic = ترافیک HBM به اندازهٔ { $saved } کم شد، از { $from } به { $to }. با نرخ { $rate } که { $base } هنگام فعال بودن DMA به آن می‌رسد، همین به‌تنهایی { $part } از { $delta } است.
neuron-paths-lead-traffic-all = ترافیک HBM به اندازهٔ { $saved } کم شد، از { $from } به { $to }. با نرخ { $rate } که { $base } هنگام فعال بودن DMA به آن می‌رسد، این { $part } می‌شود: بیش از کل { $delta }، چون DMA و موتورها هم‌زمان کار می‌کنند.
neuron-paths-lead-matrix = کار ماتریسی یکسان است: { $count } MATMUL در هر مسیر.
neuron-paths-lead-term = از { $delta }، { $part } این است: { $term }.
neuron-paths-range = { $from } ← { $to }، { $percent } { $way ->
    [less] کمتر
   *[more] بیشتر
}
certainty-hint-neff = از هر کدام یک اجرا: بازه‌ای نیست؛ پس نشانه است، نه اثبات
certainty-hint-neff-text = یک اجرای NEFF نمی‌گوید اجرای بعدی چقدر فرق می‌کند. چند اجرا را پروفایل کنید و به مسیرشان بیفزایید.

caveat-one-run = { $paths } یک بار پروفایل شده است: اجراهای بیشتری از NEFF { $count ->
    [1] آن
   *[other] آن‌ها
} را پروفایل کنید و بیفزایید.
caveat-throttled = محدودسازی این اندازه فعال بود: { $times }.
caveat-throttled-of = { $time } در { $path }
caveat-dma-notes = شاید مقدارهای DMA در { $paths } دقیق نباشند، و سطرهایشان نمی‌گویند چه جابه‌جا می‌کنند: با { LTR("--enable-dge-notifs") } ضبط کنید.
caveat-no-names = { $paths } { $count ->
    [1] از عملیات HLO نام نمی‌برد
   *[other] از عملیات HLO نام نمی‌برند
}؛ پس چیزی بالاتر از دستور را نمی‌توان نشان داد. با { LTR("NEURON_FRAMEWORK_DEBUG=1") } و { LTR("XLA_HLO_DEBUG=1") } کامپایل کنید و همان NEFF را پروفایل کنید.
caveat-neuron-cores = { $path } با شمار دیگری از هسته‌های فیزیکی نسبت به مبنا اجرا شد.
caveat-neuron-clock = { $path } با ساعت دیگری نسبت به مبنا اجرا شد.
caveat-neuron-core = { $path } روی NeuronCore دیگری نسبت به مبنا اجرا شد.
caveat-neuron-data-version = { $path } با نسخهٔ دادهٔ دیگری نسبت به مبنا نوشته شده است: شاید معنای عددهایش فرق کند.
caveat-neff-and-trace = پروفایل دستگاه یک اجرای یک NEFF است؛ ردگیری میزبان چیز دیگری است. رسم می‌شوند، ولی داوری نمی‌شوند.
caveat-cut-off = { $paths } بریده { $count ->
    [1] شده است
   *[other] شده‌اند
}: بقیهٔ اجرا نیست. فایل را دوباره برون‌بری یا کپی کنید. رسم می‌شود، ولی داوری نمی‌شود.
caveat-times-disagree = در { $path } سطرها { $rows } طول می‌کشند، ولی فایل می‌گوید اجرا { $told } طول کشیده است: از یک اجرا نیستند، یا سطرهایی کم است. رسم می‌شود، ولی داوری نمی‌شود.
caveat-no-rows = { $path } نه دستور دارد و نه DMA: تنها جمع‌های فایلش گفته می‌شوند.
caveat-no-instructions = { $path } دستوری ندارد: معلوم نیست موتورها چه کردند، و تفاوت را نمی‌توان تفکیک کرد.
caveat-no-dma = { $path } سطر DMA ندارد: انتظار و DMA پوشیده‌نشده را نمی‌توان از هم جدا کرد.
caveat-tensors-unknown = { $paths } نام تنسورهای NEFF { $count ->
    [1] خود را نمی‌گوید
   *[other] خود را نمی‌گویند
} (بخش neff_node)؛ پس نمی‌توان گفت کار یکی است.
caveat-chip-unknown = { $paths } { $count ->
    [1] نمی‌گوید
   *[other] نمی‌گویند
} از کدام تراشه { $count ->
    [1] است
   *[other] هستند
} (بخش metadata).
caveat-synthetic = { $paths } ساختگی { $count ->
    [1] است
   *[other] هستند
}: با اسکریپت ساخته شده؛ پس زمان‌ها چیزی دربارهٔ هیچ سخت‌افزاری نمی‌گویند.
caveat-neffs-unjoined = از { $all } تا NEFF مسیر { $path } تنها { $joined } تا پروفایل دستگاه باز { $joined ->
    [1] دارد
   *[other] دارند
}؛ پس آنچه موتورهایشان کردند جمع زده نشده است: بقیه را هم باز کنید.
caveat-profiled-run = NEFFهای { $path } در ردگیری { $ran } و هنگام پروفایل { $profiled } طول کشیدند: تفاوت به حساب انتظار گذاشته می‌شود.


term-engines = کار موتورها
term-engines-text = دست‌کم یک موتور کار می‌کند، هر لحظه یک بار
term-dma-alone = DMA پوشیده‌نشده
term-dma-alone-text = DMA در راه است و هیچ موتوری کار نمی‌کند
term-waiting = انتظار
term-waiting-text = هیچ موتوری کار نمی‌کند و چیزی در راه نیست

term-no-engine = بدون کار موتور
term-no-engine-text = هیچ موتوری کار نمی‌کند؛ همهٔ مسیرها نمی‌گویند که DMA در راه است یا نه
term-untold = تفکیک‌نشده
term-untold-text = یکی از پروفایل‌ها دستور ندارد یا تنها بخشی از آن‌ها رسیده است؛ پس زمانش بخش ندارد

metrics-engines = موتورها، فعال
metrics-waits = موتورها، در انتظار
metrics-instructions = دستورها
metrics-utilisation = FLOPs و بهره‌گیری

metric-total-time = زمان کل
metric-total-time-text = زمان اجرا روی دستگاه همراه با بیکاری، چنان که فایل می‌گوید
metric-active-time = فعال
metric-active-time-text = زمانی که موتوری کار می‌کند یا DMA در راه است
metric-idle-time = بیکار
metric-idle-time-text = زمان کل منهای زمان فعال
metric-throttled = محدودسازی
metric-throttled-text = زمانی که سخت‌افزار بهره‌گیری از خودش را محدود کرد
metric-hbm-read = خوانده از HBM
metric-hbm-read-text = بایت‌هایی که DMA از HBM خواند، از شمارندهٔ سخت‌افزار: عدد فایل
metric-hbm-written = نوشته در HBM
metric-hbm-written-text = بایت‌هایی که DMA در HBM نوشت، از شمارندهٔ سخت‌افزار: عدد فایل
metric-spilled = سرریز
metric-spilled-text = بایت‌های داده‌های میانی که روی تراشه جا نشدند: در HBM ذخیره و دوباره بارگذاری شدند
metric-dma-active = DMA فعال
metric-dma-active-text = زمانی که دست‌کم یک بستهٔ DMA در راه است
metric-dma-alone = DMA پوشیده‌نشده
metric-dma-alone-text = زمانی که DMA در راه است و هیچ موتوری کار نمی‌کند
metric-dma-share = سهم DMA فعال
metric-dma-share-text = DMA فعال از زمان کل
metric-dma-packets = بسته‌های DMA
metric-dma-packets-text = بسته‌های همهٔ صف‌ها، همراه با واکشی دستورها
metric-dma-rate = نرخ HBM
metric-dma-rate-text = بایت‌های HBM که در ثانیه خوانده و نوشته می‌شوند، هنگام فعال بودن DMA
metric-engine-active-tensor = Tensor
metric-engine-active-tensor-text = زمانی که موتور Tensor دستور اجرا می‌کند، بدون انتظارها
metric-engine-active-vector = Vector
metric-engine-active-vector-text = زمانی که موتور Vector دستور اجرا می‌کند، بدون انتظارها
metric-engine-active-scalar = Scalar
metric-engine-active-scalar-text = زمانی که موتور Scalar دستور اجرا می‌کند، بدون انتظارها
metric-engine-active-gpsimd = GpSimd
metric-engine-active-gpsimd-text = زمانی که موتور GpSimd دستور اجرا می‌کند، بدون انتظارها
metric-engine-active-sync = Sync
metric-engine-active-sync-text = زمانی که موتور Sync دستور اجرا می‌کند، بدون انتظارها
metric-engine-active-other = دیگر
metric-engine-active-other-text = زمانی که آنچه موتور شناخته‌ای ندارد دستور اجرا می‌کند
metric-engine-wait-tensor = انتظار Tensor
metric-engine-wait-tensor-text = زمانی که موتور Tensor تنها منتظر است: برای سمافور، یا پیش از یک دستور
metric-engine-wait-vector = انتظار Vector
metric-engine-wait-vector-text = زمانی که موتور Vector تنها منتظر است: برای سمافور، یا پیش از یک دستور
metric-engine-wait-scalar = انتظار Scalar
metric-engine-wait-scalar-text = زمانی که موتور Scalar تنها منتظر است: برای سمافور، یا پیش از یک دستور
metric-engine-wait-gpsimd = انتظار GpSimd
metric-engine-wait-gpsimd-text = زمانی که موتور GpSimd تنها منتظر است: برای سمافور، یا پیش از یک دستور
metric-engine-wait-sync = انتظار Sync
metric-engine-wait-sync-text = زمانی که موتور Sync تنها منتظر است: برای سمافور، یا پیش از یک دستور
metric-engine-wait-other = انتظار دیگران
metric-engine-wait-other-text = زمانی که آنچه موتور شناخته‌ای ندارد تنها منتظر است
metric-instructions = همه
metric-instructions-text = دستورهای اجراشدهٔ همهٔ موتورها، همراه با آماده‌سازی و انتظارها
metric-opcode-text = دستورهای اجراشده با این opcode
metric-model-flops = FLOPs مدل
metric-model-flops-text = عملیاتی که مدل نیاز دارد، از آمار HLO
metric-useful-flops = FLOPs مفید
metric-useful-flops-text = عملیات موتور Tensor بدون ترانهاده‌ها
metric-transpose-flops = FLOPs ترانهاده
metric-transpose-flops-text = عملیات موتور Tensor که تنها داده را جابه‌جا می‌کند
metric-hardware-flops = FLOPs سخت‌افزار
metric-hardware-flops-text = همهٔ عملیات موتور Tensor
metric-mfu = MFU
metric-mfu-text = بهره‌گیری از FLOPs مدل: عملیات مفید از آنچه موتور Tensor در زمان کل می‌توانست
metric-hfu = HFU
metric-hfu-text = بهره‌گیری از FLOPs سخت‌افزار: همهٔ عملیات از آنچه موتور Tensor در زمان کل می‌توانست
metric-mbu = MBU
metric-mbu-text = بهره‌گیری از پهنای باند حافظه: بایت‌های HBM از آنچه یک پشتهٔ HBM در زمان کل می‌توانست جابه‌جا کند

item-instructions = کار موتور
item-queue = صف DMA
paths-level-neff = NEFF

neuron-paths-engines = زمان فعال هر موتور
neuron-paths-legend-runs = اجرا می‌شود
neuron-paths-legend-gone = حذف شد
neuron-paths-engines-unit = { $unit }، { $base } ○ ← دیگران ●
neuron-paths-engine-row = { $engine }: { $times }
neuron-paths-engine-of = { $path } { $time }
neuron-paths-one-run = یک اجرا: توزیعی نیست
neuron-paths-add-runs = افزودن اجراهای دیگر این NEFF
neuron-paths-add-runs-text = پروفایل‌های دیگری از این NEFF باز کنید، سپس از منوی نام این مسیر آن‌ها را همچون ضبط به آن بیفزایید
heads-one-run = { $measure }، یک اجرا
heads-runs = { $measure }، میانهٔ { $count } اجرا
chip-instructions = { $count } دستور
chip-packets = { $count } بستهٔ DMA
chip-neffs = { $all ->
    [1] { $joined ->
        [0] NEFF بدون پروفایل دستگاهش
       *[other] NEFF همراه با پروفایل دستگاهش
    }
   *[other] { $joined } تا از { $all } تا NEFF همراه با پروفایل دستگاه
}
neuron-paths-levels-what = از NEFF تا موتورها، یک سطر برای هر سطح
neuron-paths-level-names = چارچوب، HLO
neuron-paths-level-opcodes = Opcodeها
neuron-paths-level-opcodes-text = دستورها، به تفکیک نام
neuron-paths-level-engines = زمان موتور
neuron-paths-level-engines-text = پشت سر هم، با یک مقیاس
neuron-paths-not-here = در این پروفایل نیست
neuron-paths-names-here = در این پروفایل هست: سلسله‌مراتبش را ببینید
neuron-paths-how-names = چطور ضبط می‌شوند
neuron-paths-how-names-text = با { LTR("NEURON_FRAMEWORK_DEBUG=1") } و { LTR("XLA_HLO_DEBUG=1") } کامپایل کنید و همان NEFF را پروفایل کنید: آن‌گاه هر دستور نام عملیاتی را که از آن آمده می‌گوید
neuron-paths-op = { $name }: { $count } دستور، { $time }
neuron-paths-op-beside = { $name }: { $count } دستور به جای { $base }، { $time }
neuron-paths-op-gone = { $count }، { $gone } تا حذف شد
neuron-paths-op-more = { $count }، { $more } تا بیشتر
neuron-paths-op-all-gone = هر { $gone } تا حذف شد
neuron-paths-work = { $count } تا کار را انجام می‌دهند
neuron-paths-same = { $same } تا یکسان{ $gone ->
    [0] {""}
   *[other] ، { $gone } تا حذف شد
}{ $more ->
    [0] {""}
   *[other] ، { $more } تا بیشتر
}
neuron-paths-less = { $time } کمتر
neuron-paths-less-text = زمان موتور، هم‌پوشانی‌ها دو بار شمرده شده‌اند
neuron-paths-engine-title = { $engine }: { $time } فعال، { $wait } در انتظار، { $count } دستور
neuron-paths-queue-title = { $engine }: { $time } فعال، { $count } بسته
neuron-paths-lanes = موتورها و صف‌ها
neuron-paths-lanes-what = همه از آغازشان، با یک مقیاس؛ هاشورخورده یعنی انتظار
neuron-paths-lanes-waits = انتظار
neuron-paths-lanes-label = خط زمان موتورها و صف‌های { $count } پروفایل. کلیدها: W و S بزرگ‌نمایی، A و D حرکت. جدول سنجه‌ها همین عددها را دارد.
neuron-paths-lanes-less = { $time } کمتر
neuron-paths-lanes-more = { $time } بیشتر
neuron-paths-piece-bytes = { $name }، { $bytes } در { $count } بسته
