import i18next from 'i18next'
import { StrictMode, useEffect, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { createSharedLabelOptions } from '@/contract/shared-label'
import en from '@/client/locales/en.json'
import zh from '@/client/locales/zh.json'
import { Button } from '@/client/ui/Button'
import { CameraDialog, type Photo } from '@/client/ui/CameraDialog'
import { CardList } from '@/client/ui/CardList'
import { BarChart, LineChart, ParetoChart } from '@/client/ui/Charts'
import { DataTable, type Column, type Sort } from '@/client/ui/DataTable'
import { EmptyState } from '@/client/ui/EmptyState'
import { ErrorState } from '@/client/ui/ErrorState'
import { FieldErrorList } from '@/client/ui/FieldErrorList'
import * as icons from '@/client/ui/icons'
import { OfflineState } from '@/client/ui/Notice'
import { NumberPad } from '@/client/ui/NumberPad'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip, type StripPhoto } from '@/client/ui/PhotoStrip'
import { ProgressIndicator } from '@/client/ui/ProgressIndicator'
import { Quantity } from '@/client/ui/Quantity'
import { ScannerDialog } from '@/client/ui/ScannerDialog'
import { SkeletonChart, SkeletonDetail, SkeletonList, SkeletonTable } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { startTheme } from '@/client/ui/theme'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import '@/client/ui/tokens.css'
import '@/client/ui/ui.css'
import '@/client/ui/page.css'
import { createRolls, type Roll } from './rows'

const query = new URLSearchParams(location.search)
const language = query.get('lang') ?? 'zh'
const pickText = (chinese: string, english: string) => (language === 'zh' ? chinese : english)

declare global {
  interface Window {
    galleryEvents: unknown[]
  }
}
window.galleryEvents = []

const columns: Column<Roll>[] = [
  {
    id: 'code',
    header: pickText('卷号', 'Roll'),
    renderCell: (roll) => roll.code,
    isSortable: true,
    width: 14,
    cardSlot: 'title',
  },
  {
    id: 'state',
    header: pickText('状态', 'State'),
    renderCell: (roll) => (
      <StateBadge tone={roll.state}>
        {
          {
            ok: pickText('合格', 'Good'),
            warn: pickText('降等', 'Downgraded'),
            bad: pickText('不合格', 'Rejected'),
            wait: pickText('待检', 'To inspect'),
          }[roll.state]
        }
      </StateBadge>
    ),
    cardSlot: 'state',
  },
  {
    id: 'product',
    header: pickText('产品', 'Product'),
    renderCell: (roll) => roll.product,
    width: 14,
    cardSlot: 'sub',
    isSortable: true,
  },
  {
    id: 'gsm',
    header: pickText('克重', 'Weight'),
    renderCell: (roll) => <Quantity value={roll.gsm} unit="g/m²" lowLimit={12.2} highLimit={14.8} />,
    isNumber: true,
    isSortable: true,
  },
  {
    id: 'length',
    header: pickText('长度', 'Length'),
    renderCell: (roll) => <Quantity value={roll.length} unit="m" />,
    isNumber: true,
  },
  {
    id: 'mass',
    header: pickText('净重', 'Net weight'),
    renderCell: (roll) => <Quantity value={roll.mass} unit="kg" hasFixedDecimals />,
    isNumber: true,
    isSortable: true,
  },
  { id: 'line', header: pickText('生产线', 'Line'), renderCell: (roll) => roll.line },
  { id: 'team', header: pickText('班组', 'Team'), renderCell: (roll) => roll.team, cardSlot: 'none' },
  { id: 'at', header: pickText('落卷时间', 'Doffed'), renderCell: (roll) => roll.at, width: 10 },
  {
    id: 'width',
    header: pickText('幅宽', 'Width'),
    renderCell: (roll) => <Quantity value={roll.width} unit="m" />,
    isNumber: true,
    cardSlot: 'none',
  },
  ...Array.from({ length: 12 }, (_, index): Column<Roll> => ({
    id: `x${index}`,
    header: `${pickText('检测项', 'Test')} ${index + 1}`,
    renderCell: (roll) => <Quantity value={(Number(roll.id) % 50) + index / 3} unit="N" />,
    isNumber: true,
    cardSlot: 'none',
  })),
]

function ListsPart({ cards }: { cards: boolean }) {
  const [rows, setRows] = useState(() => createRolls(Number(query.get('rows') ?? 10_000)))
  const [sort, setSort] = useState<Sort>({ id: 'code', descending: false })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const shared = {
    label: pickText('成品卷', 'Rolls'),
    columns,
    rows,
    getRowKey: (roll: Roll) => roll.id,
    total: 20_000,
    onOpen: (roll: Roll) => window.galleryEvents.push(`open ${roll.id}`),
    onEnd: () => {
      window.galleryEvents.push('end')
      if (rows.length < 20_000) setRows(createRolls(rows.length + 50))
    },
    selected: query.has('select') ? selected : undefined,
    onSelect: query.has('select') ? setSelected : undefined,
  }
  const onSort = (next: Sort) => {
    window.galleryEvents.push(`sort ${next.id} ${next.descending}`)
    setSort(next)
    setRows(createRolls(rows.length).sort((a, b) => (next.descending ? -1 : 1) * a.code.localeCompare(b.code)))
  }
  return (
    <PageFrame
      contentScrollsItself
      title={pickText('成品卷', 'Rolls')}
      subtitle={pickText('SMS 1–3 线，2026-05-04，共 20000 卷', 'Lines SMS 1–3, 2026-05-04, 20000 rolls')}
      primary={<Button look="primary">{pickText('新建检验', 'New inspection')}</Button>}
    >
      {cards ? (
        <CardList
          {...shared}
          onRefresh={() => {
            window.galleryEvents.push('refresh')
            return Promise.resolve(query.has('offline') ? 'offline' : 'done')
          }}
          getSwipeButtons={(roll) => [
            {
              key: 'hold',
              label: pickText('扣留', 'Hold'),
              tone: 'plain',
              onClick: () => window.galleryEvents.push(`hold ${roll.id}`),
            },
            {
              key: 'remove',
              label: pickText('删除', 'Delete'),
              tone: 'danger',
              onClick: () => window.galleryEvents.push(`remove ${roll.id}`),
            },
          ]}
        />
      ) : (
        <DataTable {...shared} sort={sort} onSort={onSort} choiceKey="gallery/rolls" />
      )}
    </PageFrame>
  )
}

const stack = { display: 'grid', gap: 16 } as const
const wrap = { display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' } as const

function PiecesPart() {
  const [ask, dialog] = useConfirm()
  return (
    <PageFrame
      title={pickText('维修单 R-2031：2 号分切机刀轴异响', 'Repair R-2031: slitter 2, knife shaft noise')}
      subtitle={pickText('报修人 李工，3 分钟前', 'Reported by Li, 3 minutes ago')}
      onBack={() => window.galleryEvents.push('back')}
      tools={<Button look="quiet" aria-label="more" icon={<icons.MoreIcon />} />}
      primary={
        <Button look="primary" icon={<icons.RepairIcon />}>
          {pickText('开始维修', 'Start repair')}
        </Button>
      }
    >
      <div style={stack}>
        <div style={wrap}>
          <StateBadge tone="ok">{pickText('运行', 'Running')}</StateBadge>
          <StateBadge tone="warn">{pickText('接近上限', 'Near limit')}</StateBadge>
          <StateBadge tone="bad">{pickText('停机', 'Stopped')}</StateBadge>
          <StateBadge tone="active">{pickText('维修中', 'In repair')}</StateBadge>
          <StateBadge tone="wait">{pickText('待审批', 'To approve')}</StateBadge>
          <StateBadge tone="idle">{pickText('未使用', 'Not used')}</StateBadge>
        </div>
        <div style={wrap} className="ui-card">
          <Quantity value={14.28} unit="g/m²" size="large" />
          <Quantity value={171.4} unit="°C" highLimit={165} size="large" />
          <Quantity value={123_456.789} unit="kg" size="large" />
          <Quantity value={null} unit="kg" size="large" />
          <Quantity value={1234.5} unit="m" />
          <Quantity value={12} unit="N" lowLimit={15} />
        </div>
        <FieldErrorList
          errors={[
            { field: 'length', label: pickText('长度', 'Length'), message: pickText('必须大于 0', 'must be above 0') },
            { field: 'reason', label: pickText('原因', 'Reason'), message: pickText('请选择', 'choose one') },
          ]}
        />
        <label htmlFor="length">{pickText('长度 (m)', 'Length (m)')}</label>
        <input id="length" className="ui-input" inputMode="decimal" defaultValue="0" />
        <div id="reason">
          <Button block>{pickText('选择原因', 'Choose a reason')}</Button>
        </div>
        <ProgressIndicator
          label={pickText('正在导入', 'Importing')}
          done={412}
          total={1000}
          onCancel={() => window.galleryEvents.push('cancel')}
        />
        <ProgressIndicator label={pickText('正在生成报表', 'Making the report')} done={0} />
        <div style={wrap}>
          <Button
            look="danger"
            icon={<icons.DeleteIcon size={20} />}
            onClick={() =>
              void ask({ objectName: pickText('维修单 R-2031', 'Repair R-2031'), needsSecondTap: true }).then((yes) =>
                window.galleryEvents.push(yes),
              )
            }
          >
            {pickText('删除', 'Delete')}
          </Button>
          <Button disabled>{pickText('不可用', 'Disabled')}</Button>
        </div>
        <div style={wrap}>
          {Object.entries(icons)
            .filter((entry): entry is [string, icons.Icon] => entry[0].endsWith('Icon') && entry[0] !== 'createIcon')
            .map(([name, Icon]) => (
              <Icon key={name} label={name} />
            ))}
        </div>
      </div>
      {dialog}
    </PageFrame>
  )
}

function StatesPart() {
  return (
    <PageFrame title={pickText('状态', 'States')}>
      <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))' }}>
        <EmptyState
          title={pickText('今天没有待办巡检', 'No rounds due today')}
          advice={pickText('下一次巡检 14:00 开始。', 'The next round starts at 14:00.')}
        />
        <EmptyState onClearFilters={() => window.galleryEvents.push('clear')} />
        <ErrorState
          title={pickText('服务器没有回应', 'The server did not answer')}
          detail={pickText('您填写的内容已保存在本机。', 'What you entered is kept on this phone.')}
          code="6000"
          onRetry={() => window.galleryEvents.push('retry')}
        />
        <OfflineState since="2026-05-04 14:02" onRetry={() => window.galleryEvents.push('retry')} />
        <SkeletonList rows={2} />
        <SkeletonTable rows={4} />
        <SkeletonDetail fields={3} />
        <SkeletonChart height={160} />
      </div>
    </PageFrame>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const weights = hours.map((_, hour) => 14 + Math.sin(hour / 2) * 0.4 + (hour === 15 ? 1.4 : 0))

function ChartsPart() {
  const [times] = useState(() =>
    Array.from({ length: 500 }, (_, index) => 1_777_860_000_000 + index * 60_000 + (index > 250 ? 7_200_000 : 0)),
  )
  return (
    <PageFrame title={pickText('图表', 'Charts')}>
      <div
        style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))' }}
      >
        <LineChart
          question={pickText('SMS3 的克重是否在规格内？', 'Is the basis weight of SMS3 within limits?')}
          unit="g/m²"
          period="2026-05-04"
          xs={hours}
          series={[
            { name: pickText('克重', 'Basis weight'), values: weights, flags: weights.map((weight) => weight > 15) },
          ]}
          marks={[
            { label: 'USL 15', value: 15, tone: 'limit' },
            { label: pickText('目标 14', 'Target 14'), value: 14, tone: 'target' },
            { label: 'LSL 13', value: 13, tone: 'limit' },
          ]}
        />
        <LineChart
          question={pickText('热轧辊温度稳定吗？', 'Are the calender rolls steady?')}
          unit="°C"
          period="2026-05-04 10:00 – 20:20"
          xs={times}
          formatX={(x) => new Date(x).toISOString().slice(11, 16)}
          series={[
            {
              name: pickText('花辊', 'Engraved roll'),
              values: times.map((_, index) => (index > 240 && index < 252 ? null : 152 + Math.sin(index / 20))),
            },
            { name: pickText('光辊', 'Smooth roll'), values: times.map((_, index) => 150 + Math.cos(index / 25)) },
          ]}
        />
        <BarChart
          question={pickText('各班组产量如何？', 'How much did each team make?')}
          unit="kg"
          period="2026-05"
          xs={['甲', '乙', '丙', '丁']}
          series={[
            { name: pickText('合格', 'Good'), values: [182_300, 176_900, 190_120, 168_400] },
            { name: pickText('降等', 'Downgraded'), values: [5200, 8100, 3900, 9400] },
          ]}
          stacked
          marks={[{ label: pickText('目标', 'Target'), value: 180_000, tone: 'target' }]}
        />
        <ParetoChart
          question={pickText('哪些原因造成了大部分停机？', 'Which causes make up most of the stops?')}
          unit="min"
          period="2026-05"
          items={[
            { name: pickText('断网', 'Web break'), value: 320 },
            { name: pickText('换滤网', 'Screen change'), value: 240 },
            { name: pickText('缠辊', 'Roll wrap'), value: 130 },
            { name: pickText('电气故障', 'Electrical'), value: 60 },
            { name: pickText('换单', 'Order change'), value: 45 },
          ]}
        />
        <LineChart
          question={pickText('没有数据时？', 'And without data?')}
          unit="kWh"
          period="2026-05"
          xs={[]}
          series={[]}
        />
      </div>
    </PageFrame>
  )
}

function ScanPart() {
  const [open, setOpen] = useState(true)
  return (
    <PageFrame title="Scan">
      <Button onClick={() => setOpen(true)}>open</Button>
      {open && (
        <ScannerDialog
          onCode={(text, how) => void window.galleryEvents.push(`${how} ${text}`)}
          onClose={() => setOpen(false)}
        />
      )}
    </PageFrame>
  )
}

/** Pictures of one color, as bytes of this phone and as a photo on a server with a thumbnail. */
function PhotosPart() {
  const [photos, setPhotos] = useState<readonly StripPhoto[]>([])
  useEffect(() => {
    const paint = async (color: string, width: number) => {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = width * 0.75
      const context = canvas.getContext('2d')!
      context.fillStyle = color
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#fff'
      context.fillRect(width / 4, width / 8, width / 2, width / 2)
      return new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'))
    }
    void Promise.all([paint('#2f6f4f', 800), paint('#1766a8', 160), paint('#1766a8', 1600)]).then(
      async ([localPhoto, small, large]) =>
        setPhotos([
          { bytes: await localPhoto.arrayBuffer(), mime: 'image/png' },
          {
            url: URL.createObjectURL(small),
            loadFullSizeUrl: () => {
              window.galleryEvents.push('whole')
              return Promise.resolve(URL.createObjectURL(large))
            },
          },
        ]),
    )
  }, [])
  return (
    <PageFrame title="Photos">
      <PhotoStrip
        photos={photos}
        onRemove={(index) => setPhotos(photos.filter((_, photoIndex) => photoIndex !== index))}
      />
    </PageFrame>
  )
}

function CameraPart() {
  const [open, setOpen] = useState(true)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  return (
    <PageFrame title="Camera">
      <Button onClick={() => setOpen(true)}>open</Button>
      <PhotoStrip
        photos={photos}
        onRemove={(index) => setPhotos(photos.filter((_, photoIndex) => photoIndex !== index))}
      />
      {open && (
        <CameraDialog
          max={3}
          onClose={() => setOpen(false)}
          onPhoto={(photo) => {
            const { bytes, ...photoFacts } = photo
            window.galleryEvents.push({ ...photoFacts, size: bytes.byteLength })
            setPhotos((previousPhotos) => [...previousPhotos, photo])
          }}
        />
      )}
    </PageFrame>
  )
}

/** A button at the place where the pad that it opens has a key, or where the pad's mask is (`?at=x,y`). */
function PadPart() {
  const [open, setOpen] = useState(false)
  const [x, y] = (query.get('at') ?? '100,100').split(',').map(Number)
  return (
    <PageFrame title="Pad">
      <div style={{ position: 'fixed', left: x, top: y, transform: 'translate(-50%, -50%)' }}>
        <Button onClick={() => setOpen(true)}>open</Button>
      </div>
      {open && (
        <NumberPad
          title="Weight"
          unit="kg"
          value={null}
          limits={null}
          evaluate={() => ({ tone: 'idle', label: null })}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </PageFrame>
  )
}

const PARTS: Record<string, () => ReactNode> = {
  pieces: () => <PiecesPart />,
  states: () => <StatesPart />,
  table: () => <ListsPart cards={false} />,
  cards: () => <ListsPart cards />,
  charts: () => <ChartsPart />,
  scanner: () => <ScanPart />,
  camera: () => <CameraPart />,
  photos: () => <PhotosPart />,
  pad: () => <PadPart />,
}

document.documentElement.lang = language
startTheme()
await i18next.use(initReactI18next).init({
  lng: language,
  ns: ['client'],
  resources: { zh: { client: zh }, en: { client: en } },
  interpolation: { escapeValue: false },
  ...createSharedLabelOptions(i18next),
})
const root = document.getElementById('root')
const part = PARTS[query.get('part') ?? 'pieces']
if (root && part) createRoot(root).render(<StrictMode>{part()}</StrictMode>)
