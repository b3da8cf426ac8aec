import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useUnit } from '@/client/format/use-unit'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import { BackIcon, RetryIcon, SaveIcon } from '@/client/ui/icons'
import { DateInput } from '@/client/ui/DateInput'
import { electricPreview, electricPrice } from '../contract/electric-price'
import { bands, doubtful, tariffOf, type Band, type TariffEntry } from '../rules/tariff'
import { yearOf } from '../rules/tariff-slots'
import { BandChips } from './BandChips'
import { DayPicture } from './DayPicture'
import { Check } from './Check'
import { entryFrom, lackingIn, newDraft, problemsOf, unreadPrices, type Draft, type DraftProblem } from './tariff-draft'
import { usePreview } from './use-preview'
import { YearPicture } from './YearPicture'

const LAYERS = ['day', 'period', 'months', 'base'] as const
/**
 * Form for a new tariff entry: bands are painted, checked against other entries while painting, and previewed before
 * saving.
 */
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
  const [draft, setDraft] = useState<Draft>(() => newDraft(entries.length ? 'day' : 'base', day))
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const [brush, setBrush] = useState<Band>('critical')
  const drawn = useStrokes(held.bands.map((band) => band ?? 'normal'))
  const entry = useMemo(() => entryFrom(draft, drawn.now), [draft, drawn.now])
  const late = useDeferredValue(entry)
  const found = useMemo(() => problemsOf(late, entries, zone), [late, entries, zone])
  const unread = unreadPrices(draft)
  const problems = unread.length > 0 ? unread : found
  const year = Number((late.effectiveFrom || day).slice(0, 4))
  const checked = useMemo(() => yearOf([...entries, late], year, zone), [entries, late, year, zone])
  const prices = useMemo(() => tariffOf([...entries, late])(late.effectiveFrom || day).prices, [entries, late, day])
  const save = useCommand(electricPrice.endpoints.create)
  const preview = usePreview(electricPreview)
  const lacking = lackingIn(draft, entry)
  const onSave = async () => {
    const { id: _id, revision: _revision, hours: _hours, months, ...input } = entry
    const body = {
      ...input,
      windows: [...input.windows],
      months: [...months],
      effectiveTo: draft.layer === 'day' ? null : input.effectiveTo,
      reason: draft.reason.trim() || null,
      nameEn: draft.nameEn.trim() || null,
    }
    if (!(await preview.before(body))) return
    try {
      await save.run(body)
      onDone()
    } catch {
      // The error is already displayed; the painting stays.
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
          disabled={lacking !== null || problems.length > 0 || save.busy}
          onClick={() => void onSave()}
        >
          {t('pages.energyUnitPrice.save')}
        </Button>
        {lacking && (
          <span className="tariff-lacking">
            {t('refusals.tariff.field', {
              field: t(`electricPrice.fields.${lacking}`),
              why: t('refusals.tariff.why.missing'),
            })}
          </span>
        )}
      </div>
      <EntryFields draft={draft} put={put} doubted={doubtful(entry) !== null} />
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

/** Keeps painted strokes, so that each can be undone. */
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

function EntryFields({ draft, put, doubted }: { draft: Draft; put: (part: Partial<Draft>) => void; doubted: boolean }) {
  const { t } = useTranslation('prices')
  const unitOf = useUnit()
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
          {word('nameEn')}
          <input value={draft.nameEn} maxLength={80} onChange={(event) => put({ nameEn: event.target.value })} />
        </label>
        <label>
          {draft.layer === 'day' ? t('inputs.day') : word('effectiveFrom')}
          <DateInput value={draft.from} onChange={(from) => put({ from })} onUnread={() => put({ from: '' })} />
        </label>
        {(draft.layer === 'period' || draft.layer === 'months') && (
          <label>
            {word('effectiveTo')}
            <DateInput value={draft.to} onChange={(to) => put({ to })} onUnread={() => put({ to: '' })} />
          </label>
        )}
        {bands.map((band) => (
          <label key={band}>
            {word(band)} ({unitOf('CNY/kWh')})
            <input
              inputMode="decimal"
              autoComplete="off"
              value={draft.prices[band]}
              placeholder={draft.layer === 'base' ? '' : t('pages.energyUnitPrice.fromBelow')}
              onChange={(event) => put({ prices: { ...draft.prices, [band]: event.target.value } })}
            />
          </label>
        ))}
        {(doubted || draft.reason) && (
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
function Problems({ of }: { of: readonly DraftProblem[] }) {
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
