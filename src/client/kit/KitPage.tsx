import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tone } from '@/contract/state-machine'
import { LanguageSwitch } from '../session/LanguageSwitch'
import { MoreButton } from '../ui/ActionSheet'
import { Button, ExplainedButton, type ButtonLook } from '../ui/Button'
import { CheckboxList } from '../ui/CheckboxList'
import { ChoiceGrid } from '../ui/ChoiceGrid'
import { Collapse } from '../ui/Collapse'
import { DateInput } from '../ui/DateInput'
import { Dialog } from '../ui/Dialog'
import { BandGauge } from '../ui/drawings/BandGauge'
import { BulletBar } from '../ui/drawings/BulletBar'
import { DivergingBar } from '../ui/drawings/DivergingBar'
import { HeatMap } from '../ui/drawings/HeatMap'
import { IntervalPlot } from '../ui/drawings/IntervalPlot'
import { Sparkline } from '../ui/drawings/Sparkline'
import { StateBand } from '../ui/drawings/StateBand'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { TodayIcon } from '../ui/icons'
import { LinkList, LinkListRow } from '../ui/LinkList'
import { Banner, OfflineState } from '../ui/Notice'
import { LongText } from '../ui/LongText'
import { NumberPad } from '../ui/NumberPad'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import { Quantity } from '../ui/Quantity'
import { ResultView } from '../ui/ResultView'
import { SearchBar } from '../ui/SearchBar'
import { Select } from '../ui/Select'
import { SkeletonChart, SkeletonDetail, SkeletonList, SkeletonTable } from '../ui/Skeleton'
import { CountBadge, StateBadge } from '../ui/StateBadge'
import { Steps } from '../ui/Steps'
import { Tabs } from '../ui/Tabs'
import { TextArea, TextInput } from '../ui/TextInput'
import { setGloveMode, setTheme, useGloveMode, useThemeChoice } from '../ui/theme'
import { Checkbox, Switch } from '../ui/Toggles'

const LOOKS: readonly ButtonLook[] = ['primary', 'plain', 'danger', 'quiet']
const TONES: readonly Tone[] = ['ok', 'warn', 'bad', 'active', 'wait', 'idle']
const THEMES = ['system', 'light', 'dark'] as const
const HOUR_MS = 3_600_000

/**
 * The components of `client/ui` in their states, for looking at a change in both themes, languages and glove mode. Only
 * `npm run dev` has this page.
 *
 * No test compares screenshots of this page, because fonts differ between machines. Layout and contrast of the same
 * components are checked on the real pages (`tests/e2e/accessibility.spec.ts`).
 */
export default function KitPage() {
  const { t } = useTranslation('client')
  const theme = useThemeChoice()
  const isGlove = useGloveMode()
  return (
    <main className="scroll fill pad ui-sections">
      <h1>{t('app.short')}</h1>
      <div className="cluster middle">
        <LanguageSwitch />
        <Select
          label={t('shell.theme')}
          options={THEMES.map((value) => ({ value, label: t(`shell.themes.${value}`) }))}
          value={theme}
          onChange={setTheme}
        />
        <Switch
          aria-label={t('shell.glove')}
          checked={isGlove}
          onChange={(event) => setGloveMode(event.target.checked)}
        />
      </div>
      <ButtonSamples />
      <InputSamples />
      <StateSamples />
      <DrawingSamples />
    </main>
  )
}

const Sample = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="ui-card stack gap-3" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
)

function ButtonSamples() {
  const { t } = useTranslation('client')
  const [isOpen, setOpen] = useState(false)
  const [tab, setTab] = useState('home')
  const label = t('ui.close')
  const tabs = (['home', 'all', 'me'] as const).map((key, count) => ({ key, label: t(`shell.titles.${key}`), count }))
  return (
    <>
      <Sample name="Button">
        <div className="cluster middle">
          {LOOKS.map((look) => (
            <Button key={look} look={look}>
              {label}
            </Button>
          ))}
          {LOOKS.map((look) => (
            <Button key={look} look={look} icon={<TodayIcon size={20} />} disabled>
              {label}
            </Button>
          ))}
          <ExplainedButton disabledReason={t('ui.error.retry')}>{label}</ExplainedButton>
          <MoreButton actions={[{ key: 'close', label, isDangerous: true, onChoose: () => undefined }]} />
        </div>
      </Sample>
      <Sample name="Dialog">
        <Button onClick={() => setOpen(true)}>{t('ui.more')}</Button>
        <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('ui.more')}>
          <SkeletonDetail fields={3} />
        </Dialog>
      </Sample>
      <Sample name="Tabs">
        <Tabs label={t('shell.places')} tabs={tabs} chosen={tab} isNavigation onChoose={setTab} />
        <Tabs label={t('shell.places')} tabs={tabs} chosen={tab} onChoose={setTab} />
      </Sample>
      <Sample name="LinkList">
        <LinkList>
          {tabs.map((row) => (
            <LinkListRow
              key={row.key}
              address={`/${row.key}`}
              icon={TodayIcon}
              label={row.label}
              subtitle={label}
              detail={row.count}
              isCurrent={row.key === tab}
            />
          ))}
        </LinkList>
      </Sample>
    </>
  )
}

function InputSamples() {
  const { t } = useTranslation('client')
  const [text, setText] = useState('')
  const [day, setDay] = useState('')
  const [isOn, setOn] = useState(true)
  const [choice, setChoice] = useState<(typeof THEMES)[number] | null>('dark')
  const [number, setNumber] = useState<number | null>(null)
  const [isPadOpen, setPadOpen] = useState(false)
  const label = t('fields.search')
  const options = THEMES.map((key) => ({ key, value: key, label: t(`shell.themes.${key}`) }))
  return (
    <>
      <Sample name="TextInput, TextArea, SearchBar">
        <TextInput aria-label={label} value={text} onChange={setText} placeholder={label} />
        <TextInput aria-label={label} value={text} onChange={setText} aria-invalid />
        <TextInput aria-label={label} value={text} onChange={setText} disabled />
        <TextArea aria-label={label} value={text} onChange={setText} rows={2} />
        <SearchBar label={label} value={text} onChange={setText} />
      </Sample>
      <Sample name="Select, DateInput, ChoiceGrid, CheckboxList, Switch, Checkbox">
        <Select label={label} options={options} value={choice ?? 'system'} onChange={setChoice} />
        <Select label={label} options={options} value="system" onChange={setChoice} invalid />
        <DateInput label={label} value={day} onChange={setDay} />
        <DateInput kind="moment" label={label} value="" onChange={setDay} invalid />
        <ChoiceGrid label={label} options={options} value={choice} inOneRow onChange={setChoice} />
        <CheckboxList
          label={label}
          options={options}
          values={choice ? [choice] : []}
          onChange={(values) => setChoice(values.at(-1) ?? null)}
          disabled={false}
        />
        <div className="cluster middle">
          <Switch aria-label={label} checked={isOn} onChange={(event) => setOn(event.target.checked)} />
          <Switch aria-label={label} checked={isOn} disabled readOnly />
          <Checkbox aria-label={label} checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        </div>
      </Sample>
      <Sample name="NumberPad">
        <Button onClick={() => setPadOpen(true)}>
          <Quantity value={number} unit="kg" lowLimit={10} highLimit={20} />
        </Button>
        {isPadOpen && (
          <NumberPad
            title={label}
            unit="kg"
            value={number}
            limits={null}
            evaluate={(entered) => ({ tone: entered === null ? 'idle' : entered > 20 ? 'bad' : 'ok', label: null })}
            onDone={setNumber}
            onClose={() => setPadOpen(false)}
          />
        )}
      </Sample>
    </>
  )
}

function StateSamples() {
  const { t } = useTranslation('client')
  const label = t('ui.loading')
  const steps = (['home', 'all', 'scan', 'me'] as const).map((key) => ({ key, label: t(`shell.titles.${key}`) }))
  return (
    <>
      <Sample name="StateBadge, Quantity">
        <div className="chips">
          {TONES.map((tone) => (
            <StateBadge key={tone} tone={tone}>
              {label}
            </StateBadge>
          ))}
        </div>
        <div className="cluster middle">
          <Quantity value={10_589.877} unit="kg" />
          <Quantity value={3} unit="bar" highLimit={2} />
        </div>
      </Sample>
      <Sample name="Steps">
        <Steps label={label} steps={steps} current={2} />
        <Steps label={label} steps={steps} current={1} isStopped />
      </Sample>
      <Sample name="Banner, ProgressIndicator">
        <Banner>{label}</Banner>
        <Banner tone="warn">{label}</Banner>
        <ProgressIndicator label={label} done={3} total={8} onCancel={() => undefined} />
        <ProgressIndicator label={label} done={3} />
      </Sample>
      <Sample name="EmptyState, ErrorState, OfflineState">
        <EmptyState title={t('shell.nothingToday')} advice={t('shell.nothingTodayNext')} />
        <ErrorState title={label} onRetry={() => undefined} />
        <OfflineState onRetry={() => undefined} />
      </Sample>
      <Sample name="Collapse, LongText, CountBadge, ResultView">
        <Collapse title={label}>
          <LongText text={label.repeat(120)} />
        </Collapse>
        <CountBadge count={3} label={label}>
          <TodayIcon size={24} />
        </CountBadge>
        <ResultView title={label} description={label} />
        <ResultView status="error" title={label} />
      </Sample>
      <Sample name="Skeleton">
        <SkeletonList rows={2} />
        <SkeletonTable rows={2} />
        <SkeletonDetail fields={2} />
        <SkeletonChart height={120} />
      </Sample>
    </>
  )
}

const TREND = [4, 6, 5, 8, 7, 9, 3]
function DrawingSamples() {
  const { t } = useTranslation('client')
  const label = t('ui.loading')
  const rows = [
    { key: 'low', label, low: -3, estimate: -2, high: -1, description: '-2 %', isSignificant: true },
    { key: 'none', label, low: -1, estimate: 1, high: 3, description: '1 %' },
  ]
  return (
    <>
      <Sample name="BulletBar, BandGauge, Sparkline">
        <BulletBar label={label} unit="kg" value={40} due={36} target={60} tone="ok" isUnfinished />
        <BulletBar label={label} unit="kg" value={20} due={36} target={60} tone="bad" />
        <BandGauge label={label} unit="bar" value={3} low={2} high={5} />
        <BandGauge label={label} unit="bar" value={6} low={2} high={5} />
        <Sparkline label={label} values={TREND} lines={[5]} isLastUnfinished />
      </Sample>
      <Sample name="StateBand, DivergingBar, HeatMap, IntervalPlot">
        <StateBand
          label={label}
          from={0}
          to={TONES.length * HOUR_MS}
          segments={TONES.map((tone, index) => ({ tone, label, from: index * HOUR_MS, to: (index + 1) * HOUR_MS }))}
        />
        <DivergingBar difference={3} largest={5} isWorse={false} />
        <DivergingBar difference={-4} largest={5} isWorse />
        <HeatMap
          label={label}
          columns={TREND.map(String)}
          rows={[{ key: 'row', label, values: [...TREND.slice(1), null] }]}
          formatValue={String}
          isUnfinished={(column) => column === TREND.length - 2}
        />
        <IntervalPlot label={label} rows={rows} />
      </Sample>
    </>
  )
}
