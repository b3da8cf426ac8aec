import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import type { CreateInput, Row } from '@/contract/resource'
import { getPhoneStore, type OutboxPhoto, type UnsentCommand } from '@/client/api/phone'
import type { NewerValue } from '@/client/area'
import { useCommand } from '@/client/api/use-command'
import { getPlantMoment } from '@/client/clock'
import { FormScopeContext, type FormScope } from '@/client/fields/form-scope'
import { FieldInput } from '@/client/fields/registry'
import { formatMoment } from '@/client/format/time'
import { useLabels, useRowText } from '@/client/i18n/labels'
import { useDraft } from '@/client/resource/use-draft'
import { usePlantZone } from '@/client/session/plant-zone'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { ExplainedButton } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { meter, meterReading } from '../../contract/meter'
import { judgeEntry, type ReadingFormEntry } from './judge-entry'
import { LatestReadingView } from './LatestReadingView'
import { ReadingVerdictNotice } from './ReadingVerdictNotice'
import { useReadings, calculateUsualRate } from './use-readings'

interface Props {
  meterRow: Row<typeof meter>
  source: 'scanned' | 'manual'
  unsent?: UnsentCommand
  onBack: () => void
  onSaved: () => void
}
const fieldPlace = { area: 'equipment', owner: 'meterReading' } as const
const emptyEntry: ReadingFormEntry = {
  value: null,
  oldFinal: null,
  newStart: null,
  jumpConfirmed: false,
  exchanged: false,
  images: [],
  note: null,
}
const toEntry = (body: Readonly<Record<string, unknown>>): ReadingFormEntry =>
  ({ ...emptyEntry, ...body, exchanged: typeof body['oldFinal'] === 'number' }) as ReadingFormEntry

/** Form for a meter reading; restores an unsaved draft. */
export function ReadingForm(props: Props) {
  const draft = useDraft(`reading ${props.unsent?.id ?? props.meterRow.id}`)
  if (draft.storedDraft === undefined) return <PageSkeleton />
  return <LoadedReadingForm key={props.meterRow.id} {...props} draft={draft} />
}

/** Judges the entry by the server's rule while the person types. Saving puts the reading in the outbox of this phone. */
function LoadedReadingForm({
  meterRow,
  source,
  unsent,
  onBack,
  onSaved,
  draft,
}: Props & { draft: ReturnType<typeof useDraft> }) {
  const { t } = useTranslation(['equipment', 'client'])
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  const getMeterName = useRowText(meter, 'name')
  const readings = useReadings(meterRow.id)
  const command = useCommand(meterReading.endpoints.create)
  const [entry, setEntry] = useState<ReadingFormEntry>(() => toEntry(draft.storedDraft?.values ?? unsent?.body ?? {}))
  const [photos, setPhotos] = useState<ReadonlyMap<string, OutboxPhoto>>(
    () => new Map((draft.storedDraft?.photos ?? []).map((photo) => [photo.id, photo])),
  )
  const [readAt] = useState(() => String(unsent?.body['readAt'] ?? getPlantMoment()))
  const previousReading = useMemo(
    () => findPreviousReading(meterRow, readings.validRows, readAt, String(unsent?.body['id'] ?? '')),
    [meterRow, readings.validRows, readAt, unsent],
  )
  const [transmittedValue, setTransmittedValue] = useState<NewerValue | null>(null)
  const judgement = judgeEntry(
    meterRow,
    previousReading,
    calculateUsualRate(readings.validRows) ?? meterRow.usualPerHour,
    entry,
    readAt,
    transmittedValue && { readAt: transmittedValue.at, value: transmittedValue.value },
  )
  // If the meter transmitted a value after the previous reading, the form displays the transmitted value.
  const meterBeforeReading = useMemo(
    () => ({ ...meterRow, lastReadAt: previousReading?.readAt ?? null }),
    [meterRow, previousReading],
  )
  const updateEntry = useCallback(
    (changes: Partial<ReadingFormEntry>) => setEntry((current) => ({ ...current, ...changes })),
    [],
  )
  const isDirty = entry.value !== null || entry.images.length > 0
  useReportDirty(isDirty)
  useEffect(() => {
    const editedRow = undefined
    if (isDirty) draft.store({ ...entry }, [...photos.values()], editedRow)
  }, [isDirty, entry, photos, draft])
  const formScope = useMemo(
    (): FormScope => ({
      usesOutbox: true,
      photos,
      refs: {},
      addPhoto: (photo) => setPhotos((current) => new Map(current).set(photo.id, photo)),
      removePhoto: (id) => setPhotos((current) => new Map([...current].filter(([key]) => key !== id))),
    }),
    [photos],
  )
  async function save() {
    if (!judgement.canSave || typeof entry.value !== 'number') return
    const phone = await getPhoneStore()
    const body: CreateInput<typeof meterReading> = {
      id: String(unsent?.body['id'] ?? createUuid7()),
      meterId: meterRow.id,
      readAt: unsent ? readAt : phone.getServerTime(),
      value: entry.value,
      source,
      jumpConfirmed: entry.jumpConfirmed,
      ...(entry.exchanged ? { oldFinal: Number(entry.oldFinal), newStart: Number(entry.newStart) } : {}),
      images: entry.images,
      note: entry.note,
    }
    const entryPhotos = [...photos.values()].filter(({ id }) => entry.images.includes(id))
    if (!(await command.run(body, { photos: entryPhotos, unsent }))) return
    draft.discard()
    onSaved()
  }
  const getDisabledReason = (): string | null => {
    if (command.busy) return t('client:ui.loading')
    if (judgement.canSave) return null
    return t(typeof entry.value === 'number' ? 'pages.meters.checkReading' : 'pages.meters.enterReading')
  }
  const renderInput = (name: keyof ReadingFormEntry & keyof typeof meterReading.fields, id: string, unit?: string) => {
    const field = meterReading.fields[name]
    return (
      <FieldInput
        field={unit && field.kind === 'amount' ? { ...field, unit } : field}
        name={name}
        place={fieldPlace}
        id={id}
        label={labels.field(meterReading, name)}
        value={entry[name]}
        onChange={(value) => updateEntry({ [name]: value })}
        disabled={command.busy}
      />
    )
  }
  return (
    <FormScopeContext.Provider value={formScope}>
      <PageFrame
        title={`${meterRow.code} · ${getMeterName(meterRow)}`}
        subtitle={meterRow.place}
        onBack={onBack}
        primary={
          <ExplainedButton look="primary" disabledReason={getDisabledReason()} onClick={() => void save()}>
            {t('client:resource.save')}
          </ExplainedButton>
        }
      >
        <div className="eq-steps stack gap-4">
          <p className="chips">
            {t('pages.meters.last')}
            <b>
              <LatestReadingView
                row={meterBeforeReading}
                part="value"
                storedValue={
                  <Quantity value={previousReading?.value ?? null} unit={meterRow.unit} decimals={3} showsAllDigits />
                }
                onNewer={setTransmittedValue}
              />
            </b>
            <span className="quiet">
              <LatestReadingView
                row={meterBeforeReading}
                part="at"
                storedValue={previousReading ? formatMoment(previousReading.readAt, zone) : t('pages.meters.never')}
              />
            </span>
          </p>
          <div className="eq-reading stack gap-1">
            <label htmlFor="reading-value">{labels.field(meterReading, 'value')}</label>
            {renderInput('value', 'reading-value', meterRow.unit)}
          </div>
          <ReadingVerdictNotice
            meterRow={meterRow}
            transmitted={transmittedValue}
            judgement={judgement}
            entry={entry}
            onChange={updateEntry}
          />
          {entry.exchanged &&
            (['oldFinal', 'newStart'] as const).map((name) => (
              <div key={name} className="filter">
                <label htmlFor={`reading-${name}`}>{labels.field(meterReading, name)}</label>
                {renderInput(name, `reading-${name}`, meterRow.unit)}
              </div>
            ))}
          {renderInput('images', 'reading-images')}
          <div className="filter">
            <label htmlFor="reading-note">{labels.field(meterReading, 'note')}</label>
            {renderInput('note', 'reading-note')}
          </div>
        </div>
      </PageFrame>
    </FormScopeContext.Provider>
  )
}

/** Returns the last reading before a moment from the list, else the last reading stored at the meter. */
function findPreviousReading(
  meterRow: Row<typeof meter>,
  readings: readonly { id: string; readAt: string; value: number }[],
  beforeMoment: string,
  excludedId: string,
): { readAt: string; value: number } | null {
  const previousReading = readings.find((reading) => reading.id !== excludedId && reading.readAt < beforeMoment)
  if (previousReading) return { readAt: previousReading.readAt, value: previousReading.value }
  return meterRow.lastReading !== null && meterRow.lastReadAt && meterRow.lastReadAt < beforeMoment
    ? { readAt: meterRow.lastReadAt, value: meterRow.lastReading }
    : null
}
