import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import type { CreateInput, Row } from '@/contract/resource'
import { toQueuedResult, notifySaved } from '@/client/api/notify-saved'
import { getPhone, type OutboxPhoto, type UnsentCommand } from '@/client/api/phone'
import type { NewerValue } from '@/client/area'
import { useCommand } from '@/client/api/use-command'
import { getPlantMoment } from '@/client/clock'
import { FormScopeContext, type FormScope } from '@/client/fields/form-scope'
import { FieldInput } from '@/client/fields/registry'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { useRowText } from '@/client/i18n/use-row-text'
import { useDraft } from '@/client/resource/use-draft'
import { usePlantZone } from '@/client/session/plant-zone'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { meter, meterReading } from '../../contract/meter'
import { judgeEntry, type Entry } from './judge-entry'
import { Newest } from './Newest'
import { ReadingVerdict } from './ReadingVerdict'
import { useReadings, usualOf } from './readings'

interface Props {
  of: Row<typeof meter>
  source: 'scanned' | 'manual'
  unsent?: UnsentCommand
  onBack: () => void
  onSaved: () => void
}
const place = { area: 'equipment', owner: 'meterReading' } as const
const blank: Entry = {
  value: null,
  oldFinal: null,
  newStart: null,
  jumpConfirmed: false,
  exchanged: false,
  images: [],
  note: null,
}
const entryOf = (body: Readonly<Record<string, unknown>>): Entry =>
  ({ ...blank, ...body, exchanged: typeof body['oldFinal'] === 'number' }) as Entry

/** Form for a meter reading; restores an unsaved draft. */
export function ReadingForm(props: Props) {
  const draft = useDraft(`reading ${props.unsent?.id ?? props.of.id}`)
  if (draft.found === undefined)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  return <Fields key={props.of.id} {...props} draft={draft} />
}

/** Judges the entry while typing with the rule of the server, and saves it in the outbox of this phone. */
function Fields({ of, source, unsent, onBack, onSaved, draft }: Props & { draft: ReturnType<typeof useDraft> }) {
  const { t } = useTranslation(['equipment', 'client'])
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  const nameOf = useRowText(meter, 'name')
  const readings = useReadings(of.id)
  const command = useCommand(meterReading.endpoints.create)
  const [entry, setEntry] = useState<Entry>(() => entryOf(draft.found?.values ?? unsent?.body ?? {}))
  const [photos, setPhotos] = useState<ReadonlyMap<string, OutboxPhoto>>(
    () => new Map((draft.found?.photos ?? []).map((photo) => [photo.id, photo])),
  )
  const [at] = useState(() => String(unsent?.body['readAt'] ?? getPlantMoment()))
  const previous = useMemo(
    () => previousOf(of, readings.standing, at, String(unsent?.body['id'] ?? '')),
    [of, readings.standing, at, unsent],
  )
  const [sent, setSent] = useState<NewerValue | null>(null)
  const judged = judgeEntry(of, previous, usualOf(readings.standing) ?? of.usualPerHour, entry, at, sent)
  const before = useMemo(() => ({ ...of, lastReadAt: previous?.at ?? null }), [of, previous])
  const change = useCallback((next: Partial<Entry>) => setEntry((now) => ({ ...now, ...next })), [])
  const dirty = entry.value !== null || entry.images.length > 0
  useReportDirty(dirty)
  useEffect(() => {
    if (dirty) draft.keep({ ...entry }, [...photos.values()], undefined)
  }, [dirty, entry, photos, draft])
  const scope = useMemo(
    (): FormScope => ({
      offline: true,
      photos,
      refs: {},
      addPhoto: (photo) => setPhotos((now) => new Map(now).set(photo.id, photo)),
      dropPhoto: (id) => setPhotos((now) => new Map([...now].filter(([key]) => key !== id))),
    }),
    [photos],
  )
  async function save() {
    if (!judged.ready || typeof entry.value !== 'number') return
    const store = await getPhone()
    const body: CreateInput<typeof meterReading> = {
      id: String(unsent?.body['id'] ?? createUuid7()),
      meterId: of.id,
      readAt: unsent ? at : store.moment(),
      value: entry.value,
      source,
      jumpConfirmed: entry.jumpConfirmed,
      ...(entry.exchanged ? { oldFinal: Number(entry.oldFinal), newStart: Number(entry.newStart) } : {}),
      images: entry.images,
      note: entry.note,
    }
    const shown = [...photos.values()].filter(({ id }) => entry.images.includes(id))
    const result = unsent ? toQueuedResult(unsent.id) : await command.run(body, { photos: shown })
    if (unsent) await store.edit(unsent.id, body)
    draft.drop()
    void notifySaved(t, result)
    onSaved()
  }
  const input = (name: keyof Entry & keyof typeof meterReading.fields, id: string, unit?: string) => {
    const field = meterReading.fields[name]
    return (
      <FieldInput
        field={unit && field.kind === 'amount' ? { ...field, unit } : field}
        name={name}
        place={place}
        id={id}
        label={labels.field(meterReading, name)}
        value={entry[name]}
        onChange={(value) => change({ [name]: value })}
        disabled={command.busy}
      />
    )
  }
  return (
    <FormScopeContext.Provider value={scope}>
      <PageFrame
        title={`${of.code} · ${nameOf(of)}`}
        sub={of.place}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={!judged.ready || command.busy} onClick={() => void save()}>
            {t('client:resource.save')}
          </Button>
        }
      >
        <div className="eq-steps">
          <p className="eq-now">
            {t('pages.meters.last')}
            <b>
              <Newest
                of={before}
                part="value"
                own={<Quantity value={previous?.value ?? null} unit={of.unit} decimals={3} whole />}
                onNewer={setSent}
              />
            </b>
            <span className="quiet">
              <Newest
                of={before}
                part="at"
                own={previous ? formatMoment(previous.at, zone) : t('pages.meters.never')}
              />
            </span>
          </p>
          <div className="eq-reading">
            <label htmlFor="reading-value">{labels.field(meterReading, 'value')}</label>
            {input('value', 'reading-value', of.unit)}
          </div>
          <ReadingVerdict of={of} sent={sent} judged={judged} entry={entry} onChange={change} />
          {entry.exchanged &&
            (['oldFinal', 'newStart'] as const).map((name) => (
              <div key={name} className="filter">
                <label htmlFor={`reading-${name}`}>{labels.field(meterReading, name)}</label>
                {input(name, `reading-${name}`, of.unit)}
              </div>
            ))}
          {input('images', 'reading-images')}
          <div className="filter">
            <label htmlFor="reading-note">{labels.field(meterReading, 'note')}</label>
            {input('note', 'reading-note')}
          </div>
        </div>
      </PageFrame>
    </FormScopeContext.Provider>
  )
}

/** Returns the previous reading from the list, else the last reading stored at the meter. */
function previousOf(
  of: Row<typeof meter>,
  readings: readonly { id: string; readAt: string; value: number }[],
  at: string,
  own: string,
): { at: string; value: number } | null {
  const before = readings.find((reading) => reading.id !== own && reading.readAt < at)
  if (before) return { at: before.readAt, value: before.value }
  return of.lastReading !== null && of.lastReadAt && of.lastReadAt < at
    ? { at: of.lastReadAt, value: of.lastReading }
    : null
}
