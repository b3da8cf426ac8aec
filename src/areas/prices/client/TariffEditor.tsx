import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { readNumber } from '@/client/fields/number-input'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import { BackIcon, RetryIcon, SaveIcon } from '@/client/ui/icons'
import { electricPreview, electricPrice } from '../contract/electric-price'
import {
  bands,
  doubtful,
  entryProblems,
  layerProblems,
  tariffOf,
  windowsOf,
  type Band,
  type Layer,
  type TariffEntry,
  type TariffProblem,
} from '../rules/tariff'
import { unpricedBand } from '../rules/tariff-check'
import { hoursOfDay, yearOf } from '../rules/tariff-slots'
import { BandChips } from './BandChips'
import { DayPicture } from './DayPicture'
import { Check } from './Check'
import { usePreview } from './use-preview'
import { YearPicture } from './YearPicture'

const LAYERS = ['day', 'period', 'months', 'base'] as const
interface Draft {
  layer: Exclude<Layer, 'market'>
  name: string
  from: string
  to: string
  months: readonly number[]
  prices: Readonly<Record<Band, string>>
  reason: string
}
const noPrices = { critical: '', peak: '', normal: '', low: '', deep: '' }

/** A new entry of the tariff: its bands painted, checked beside the others while it is drawn, and tried out before it is saved. */
export function TariffEditor({
  entries,
  day,
  onDone,
}: {
  entries: readonly TariffEntry[]
  day: string
  onDone: () => void
}) {
  const { t } = useTranslation(['prices', 'client'])
  const zone = usePlantZone()
  const held = useMemo(() => tariffOf(entries)(day), [entries, day])
  const [draft, setDraft] = useState<Draft>({
    layer: entries.length ? 'day' : 'base',
    name: '',
    from: day,
    to: '',
    months: [],
    prices: noPrices,
    reason: '',
  })
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const [brush, setBrush] = useState<Band>('critical')
  const drawn = useStrokes(held.bands.map((band) => band ?? 'normal'))
  const entry = useMemo(() => entryFrom(draft, drawn.now), [draft, drawn.now])
  const late = useDeferredValue(entry)
  const problems = useMemo(() => problemsOf(late, entries, zone), [late, entries, zone])
  const year = Number((late.effectiveFrom || day).slice(0, 4))
  const checked = useMemo(() => yearOf([...entries, late], year, zone), [entries, late, year, zone])
  const prices = useMemo(() => tariffOf([...entries, late])(late.effectiveFrom || day).prices, [entries, late, day])
  const save = useCommand(electricPrice.endpoints.create)
  const preview = usePreview(electricPreview)
  const wantsReason = doubtful(entry) !== null && !draft.reason.trim()
  const onSave = async () => {
    const { id: _id, revision: _revision, hours: _hours, months, ...input } = entry
    const body = {
      ...input,
      windows: [...input.windows],
      months: [...months],
      effectiveTo: draft.layer === 'day' ? null : input.effectiveTo,
      reason: draft.reason.trim() || null,
    }
    if (!(await preview.before(body))) return
    try {
      await save.run(body)
      onDone()
    } catch {
      // The person has been told; what is drawn stays.
    }
  }
  return (
    <div className="tariff">
      {preview.sheet}
      <div className="tariff-bar">
        <Button icon={<BackIcon size={20} />} onClick={onDone}>
          {t('client:ui.cancel')}
        </Button>
        <Button icon={<RetryIcon size={20} />} disabled={!drawn.mayUndo} onClick={drawn.undo}>
          {t('pages.energyUnitPrice.undo')}
        </Button>
        <Button
          look="primary"
          icon={<SaveIcon size={20} />}
          disabled={!draft.name.trim() || !draft.from || problems.length > 0 || wantsReason || save.busy}
          onClick={() => void onSave()}
        >
          {t('pages.energyUnitPrice.save')}
        </Button>
      </div>
      <EntryFields draft={draft} put={put} wantsReason={wantsReason} />
      <BandChips prices={prices} chosen={brush} onChoose={setBrush} />
      <p>{t('pages.energyUnitPrice.howToPaint')}</p>
      <DayPicture
        bands={drawn.now}
        label={t('pages.energyUnitPrice.paint')}
        onPaint={(from, to) => drawn.paint(from, to, brush)}
      />
      <Problems of={problems} />
      <Check of={checked} />
      <YearPicture year={year} of={checked} />
    </div>
  )
}

const entryFrom = (draft: Draft, drawn: readonly Band[]): TariffEntry => {
  const price = (band: Band): number | null => {
    const value = readNumber(draft.prices[band])
    return typeof value === 'number' ? value : null
  }
  return {
    id: 'new',
    layer: draft.layer,
    name: draft.name.trim(),
    effectiveFrom: draft.from,
    effectiveTo: draft.layer === 'day' ? draft.from : draft.layer === 'base' ? null : draft.to || null,
    months: draft.layer === 'months' ? draft.months : [],
    windows: windowsOf(drawn),
    hours: [],
    revision: 1,
    critical: price('critical'),
    peak: price('peak'),
    normal: price('normal'),
    low: price('low'),
    deep: price('deep'),
  }
}
function problemsOf(entry: TariffEntry, entries: readonly TariffEntry[], zone: string): TariffProblem[] {
  if (!entry.effectiveFrom) return []
  const own = entryProblems(entry, (day) => hoursOfDay(day, zone))
  if (own.length) return own
  const last = entry.effectiveTo ?? `${Number(entry.effectiveFrom.slice(0, 4)) + 1}-12-31`
  return [...layerProblems(entry, entries), ...unpricedBand([...entries, entry], entry.effectiveFrom, last)]
}
/** What was painted, stroke by stroke, so that each can be taken back. */
function useStrokes(start: readonly Band[]) {
  const [strokes, setStrokes] = useState<readonly (readonly Band[])[]>([start])
  const now = strokes.at(-1) ?? start
  return {
    now,
    mayUndo: strokes.length > 1,
    undo: () => setStrokes((all) => (all.length > 1 ? all.slice(0, -1) : all)),
    paint: (from: number, to: number, band: Band) =>
      setStrokes((all) => [
        ...all.slice(-99),
        (all.at(-1) ?? start).map((was, i) => (i >= from && i <= to ? band : was)),
      ]),
  }
}

function EntryFields({
  draft,
  put,
  wantsReason,
}: {
  draft: Draft
  put: (part: Partial<Draft>) => void
  wantsReason: boolean
}) {
  const { t } = useTranslation('prices')
  const word = (name: string) => t(`electricPrice.fields.${name}` as 'electricPrice.fields.name')
  return (
    <>
      <div className="tariff-form">
        <label>
          {word('layer')}
          <select value={draft.layer} onChange={(event) => put({ layer: event.target.value as Draft['layer'] })}>
            {LAYERS.map((layer) => (
              <option key={layer} value={layer}>
                {t(`electricPrice.options.layer.${layer}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {word('name')}
          <input value={draft.name} maxLength={80} onChange={(event) => put({ name: event.target.value })} />
        </label>
        <label>
          {draft.layer === 'day' ? t('inputs.day') : word('effectiveFrom')}
          <input type="date" value={draft.from} onChange={(event) => put({ from: event.target.value })} />
        </label>
        {(draft.layer === 'period' || draft.layer === 'months') && (
          <label>
            {word('effectiveTo')}
            <input type="date" value={draft.to} onChange={(event) => put({ to: event.target.value })} />
          </label>
        )}
        {bands.map((band) => (
          <label key={band}>
            {word(band)} (CNY/kWh)
            <input
              inputMode="decimal"
              autoComplete="off"
              value={draft.prices[band]}
              placeholder={draft.layer === 'base' ? '' : t('pages.energyUnitPrice.fromBelow')}
              onChange={(event) => put({ prices: { ...draft.prices, [band]: event.target.value } })}
            />
          </label>
        ))}
        {(wantsReason || draft.reason) && (
          <label>
            {t('pages.energyUnitPrice.oddPrice')}
            <input value={draft.reason} maxLength={400} onChange={(event) => put({ reason: event.target.value })} />
          </label>
        )}
      </div>
      {draft.layer === 'months' && <Months chosen={draft.months} onChoose={(months) => put({ months })} />}
    </>
  )
}
function Months({ chosen, onChoose }: { chosen: readonly number[]; onChoose: (months: number[]) => void }) {
  const { t } = useTranslation('prices')
  return (
    <fieldset className="tariff-months" aria-label={t('electricPrice.fields.months')}>
      {Array.from({ length: 12 }, (_, i) => i + 1).map((month) => (
        <button
          key={month}
          type="button"
          aria-pressed={chosen.includes(month)}
          onClick={() =>
            onChoose(
              chosen.includes(month) ? chosen.filter((one) => one !== month) : [...chosen, month].sort((a, b) => a - b),
            )
          }
        >
          {month}
        </button>
      ))}
    </fieldset>
  )
}
function Problems({ of }: { of: readonly TariffProblem[] }) {
  const { t } = useTranslation('prices')
  if (of.length === 0) return null
  return (
    <ul className="tariff-problems" role="alert">
      {of.map((problem) => (
        <li key={JSON.stringify(problem)}>
          {t(`refusals.tariff.${problem.code}`, {
            ...problem,
            ...('band' in problem ? { band: t(`electricPrice.fields.${problem.band}`) } : {}),
            ...('field' in problem
              ? {
                  field: t(`electricPrice.fields.${problem.field}` as 'electricPrice.fields.name'),
                  why: t(`refusals.tariff.why.${problem.why}`),
                }
              : {}),
          })}
        </li>
      ))}
    </ul>
  )
}
