import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useUnitFormatter } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { BackIcon, RetryIcon, SaveIcon } from '@/client/ui/icons'
import { DateInput } from '@/client/ui/DateInput'
import { Select } from '@/client/ui/Select'
import { TextInput } from '@/client/ui/TextInput'
import { electricPricePreview, electricPrice } from '../contract/electric-price'
import { bands, findDoubtfulPrice, createTariff, type TariffBand, type TariffEntry } from '../rules/tariff'
import { buildTariffYear } from '../rules/tariff-slots'
import { BandChips } from './BandChips'
import { DayBandsChart } from './DayBandsChart'
import {
  buildDraftEntry,
  getMissingField,
  createTariffDraft,
  findDraftProblems,
  findUnreadablePrices,
  type TariffDraft,
  type TariffDraftProblem,
} from './tariff-draft'
import { usePricePreview } from './use-price-preview'
import { TariffCheckNotice, YearPriceTable } from './YearPriceTable'

const LAYERS = ['day', 'period', 'months', 'base'] as const
/** Maximum number of versions of the painted bands, i.e. of strokes that can be undone. */
const MAX_VERSIONS = 100
/**
 * Form for a new tariff entry. Painted bands are checked against other entries at once, and the entry is previewed
 * before it is saved.
 */
export function TariffEntryForm({
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
  const dayTariff = useMemo(() => createTariff(entries)(day), [entries, day])
  const [draft, setDraft] = useState<TariffDraft>(() => createTariffDraft(entries.length ? 'day' : 'base', day))
  const updateDraft = (part: Partial<TariffDraft>) => setDraft((previousDraft) => ({ ...previousDraft, ...part }))
  const [brush, setBrush] = useState<TariffBand>('critical')
  const painting = usePaintedBands(dayTariff.bands.map((band) => band ?? 'normal'))
  const entry = useMemo(() => buildDraftEntry(draft, painting.paintedBands), [draft, painting.paintedBands])
  const deferredEntry = useDeferredValue(entry)
  const entryProblems = useMemo(() => findDraftProblems(deferredEntry, entries, zone), [deferredEntry, entries, zone])
  const unreadablePriceProblems = findUnreadablePrices(draft)
  const problems = unreadablePriceProblems.length > 0 ? unreadablePriceProblems : entryProblems
  const year = Number((deferredEntry.effectiveFrom || day).slice(0, 4))
  const tariffYear = useMemo(
    () => buildTariffYear([...entries, deferredEntry], year, zone),
    [entries, deferredEntry, year, zone],
  )
  const prices = useMemo(
    () => createTariff([...entries, deferredEntry])(deferredEntry.effectiveFrom || day).prices,
    [entries, deferredEntry, day],
  )
  const createCommand = useCommand(electricPrice.endpoints.create)
  const preview = usePricePreview(electricPricePreview)
  const missingField = getMissingField(draft, entry)
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
    if (!(await preview.confirmChange(body))) return
    if (await createCommand.run(body)) onDone()
  }
  return (
    <div className="tariff stack gap-4">
      {preview.dialog}
      <div className="tariff-bar cluster gap-3 bottom">
        <Button icon={<BackIcon size={20} />} onClick={onDone}>
          {t('client:ui.cancel')}
        </Button>
        <Button icon={<RetryIcon size={20} />} disabled={!painting.canUndo} onClick={painting.undo}>
          {t('pages.energyUnitPrice.undo')}
        </Button>
        <Button
          look="primary"
          icon={<SaveIcon size={20} />}
          disabled={missingField !== null || problems.length > 0 || createCommand.busy}
          onClick={() => void onSave()}
        >
          {t('pages.energyUnitPrice.save')}
        </Button>
        {missingField && (
          <span className="tariff-lacking">
            {t('refusals.tariff.field', {
              field: t(`electricPrice.fields.${missingField}`),
              why: t('refusals.tariff.why.missing'),
            })}
          </span>
        )}
      </div>
      <EntryFields draft={draft} onChange={updateDraft} needsReason={findDoubtfulPrice(entry) !== null} />
      <BandChips prices={prices} chosen={brush} onChoose={setBrush} />
      <p>{t('pages.energyUnitPrice.howToPaint')}</p>
      <DayBandsChart
        bands={painting.paintedBands}
        label={t('pages.energyUnitPrice.paint')}
        onPaint={(from, to) => painting.paint(from, to, brush)}
      />
      <ProblemList problems={problems} />
      <TariffCheckNotice tariffYear={tariffYear} />
      <YearPriceTable year={year} tariffYear={tariffYear} />
    </div>
  )
}

/** Returns the bands of the day as painted so far. Each stroke can be undone. */
function usePaintedBands(initialBands: readonly TariffBand[]) {
  const [versions, setVersions] = useState<readonly (readonly TariffBand[])[]>([initialBands])
  const paintedBands = versions.at(-1) ?? initialBands
  return {
    paintedBands,
    canUndo: versions.length > 1,
    undo: () => setVersions((all) => (all.length > 1 ? all.slice(0, -1) : all)),
    paint: (from: number, to: number, band: TariffBand) =>
      setVersions((all) => [
        ...all.slice(1 - MAX_VERSIONS),
        (all.at(-1) ?? initialBands).map((current, i) => (i >= from && i <= to ? band : current)),
      ]),
  }
}

function EntryFields({
  draft,
  onChange,
  needsReason,
}: {
  draft: TariffDraft
  onChange: (part: Partial<TariffDraft>) => void
  needsReason: boolean
}) {
  const { t } = useTranslation('prices')
  const formatUnit = useUnitFormatter()
  const getLabel = (name: string) => t(`electricPrice.fields.${name}` as 'electricPrice.fields.name')
  return (
    <>
      <div className="tariff-form">
        <label>
          {getLabel('layer')}
          <Select
            value={draft.layer}
            options={LAYERS.map((layer) => ({ value: layer, label: t(`electricPrice.options.layer.${layer}`) }))}
            onChange={(chosen) => onChange({ layer: chosen })}
          />
        </label>
        <label>
          {getLabel('name')}
          <TextInput value={draft.name} maxLength={80} onChange={(name) => onChange({ name })} />
        </label>
        <label>
          {getLabel('nameEn')}
          <TextInput value={draft.nameEn} maxLength={80} onChange={(nameEn) => onChange({ nameEn })} />
        </label>
        <label>
          {draft.layer === 'day' ? t('inputs.day') : getLabel('effectiveFrom')}
          <DateInput
            value={draft.from}
            onChange={(from) => onChange({ from })}
            onUnreadable={() => onChange({ from: '' })}
          />
        </label>
        {(draft.layer === 'period' || draft.layer === 'months') && (
          <label>
            {getLabel('effectiveTo')}
            <DateInput value={draft.to} onChange={(to) => onChange({ to })} onUnreadable={() => onChange({ to: '' })} />
          </label>
        )}
        {bands.map((band) => (
          <label key={band}>
            {getLabel(band)} ({formatUnit('CNY/kWh')})
            <input
              inputMode="decimal"
              autoComplete="off"
              value={draft.prices[band]}
              placeholder={draft.layer === 'base' ? '' : t('pages.energyUnitPrice.fromBelow')}
              onChange={(event) => onChange({ prices: { ...draft.prices, [band]: event.target.value } })}
            />
          </label>
        ))}
        {(needsReason || draft.reason) && (
          <label>
            {t('pages.energyUnitPrice.oddPrice')}
            <TextInput value={draft.reason} maxLength={400} onChange={(reason) => onChange({ reason })} />
          </label>
        )}
      </div>
      {draft.layer === 'months' && <MonthsField chosen={draft.months} onChoose={(months) => onChange({ months })} />}
    </>
  )
}
function MonthsField({ chosen, onChoose }: { chosen: readonly number[]; onChoose: (months: number[]) => void }) {
  const { t } = useTranslation('prices')
  return (
    <fieldset className="tariff-months cluster gap-1" aria-label={t('electricPrice.fields.months')}>
      {Array.from({ length: 12 }, (_, i) => i + 1).map((month) => (
        <button
          key={month}
          type="button"
          aria-pressed={chosen.includes(month)}
          onClick={() =>
            onChoose(
              chosen.includes(month)
                ? chosen.filter((other) => other !== month)
                : [...chosen, month].sort((a, b) => a - b),
            )
          }
        >
          {month}
        </button>
      ))}
    </fieldset>
  )
}
function ProblemList({ problems }: { problems: readonly TariffDraftProblem[] }) {
  const { t } = useTranslation('prices')
  if (problems.length === 0) return null
  return (
    <ul className="tariff-problems" role="alert">
      {problems.map((problem) => (
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
