import '../forms.css'
import '../maintenance.css'
import '@/client/fields/fields.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPhone, type OutboxPhoto } from '@/client/api/phone'
import { findRowOrReason } from '@/client/api/scanned-row'
import { FormField } from '@/client/resource/FormField'
import { FormProvider } from '@/client/resource/FormProvider'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm, type CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { FormIssueList } from '@/client/resource/FormIssueList'
import { RepairIcon, ScanIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { ScannerDialog } from '@/client/ui/ScannerDialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { createUuid7 } from '@/contract/id'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { SwitchRow } from '../SwitchRow'
import { FieldChoices } from '../FieldChoices'
import { wrongTimes } from './repair-time'
import { StoppedFields } from './StoppedFields'

export interface ReportFormProps {
  draftKey: string
  /** The machine, when it is known for certain; else it is scanned or chosen. */
  equipmentId?: string
  /** The machine to begin with, which may be changed. */
  chosen?: string
  /** Its name, to be shown at once. */
  machine?: string
  description?: string
  photos?: readonly OutboxPhoto[]
  onBack: () => void
  /** Saved on this phone. `photos`: ids of those that travel with the report. */
  onDone: (report: { id: string; photos: string[] }) => void
}
const SHOWN = [
  'equipmentId',
  'faultKind',
  'severity',
  'lineStopped',
  'stoppedAt',
  'images',
  'description',
  'breakdown',
] as const
type Kept = ReportFormProps & { draft: FormDraft }

/** 报修: the machine by scan, the fault by one tap, photos; saved on the phone and sent when it can be. */
export function ReportForm(props: ReportFormProps) {
  const draft = useDraft(props.draftKey)
  return draft.found === undefined ? (
    <div className="pad">
      <SkeletonDetail />
    </div>
  ) : (
    <Fields {...props} draft={draft} />
  )
}

function Fields({
  draftKey,
  equipmentId,
  chosen,
  machine,
  description = '',
  photos = [],
  onBack,
  onDone,
  draft,
}: Kept) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const [id] = useState(() => createUuid7())
  const [kept] = useState(() => withPhotos(draft, photos))
  // Only what the form begins with: later changes of the properties must not reset it.
  const [start] = useState<FormValues>(() => ({
    id,
    equipmentId: equipmentId ?? chosen ?? null,
    faultKind: null,
    severity: 'medium',
    breakdown: true,
    lineStopped: false,
    images: photos.map((photo) => photo.id),
    description,
  }))
  const form = useForm({
    endpoint: reportRepair,
    title: t('pages.repair.report'),
    only: SHOWN,
    start,
    photos,
    draft: kept,
    draftKey,
    onBack,
    check: (values) => wrongTimes(values, null, t),
    onDone: (saved) => onDone({ id: saved.id || id, photos: (form.values['images'] as string[] | undefined) ?? [] }),
  })
  return (
    <FormProvider form={form} title={t('pages.repair.report')}>
      <PageFrame
        title={t('pages.repair.report')}
        sub={machine}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<RepairIcon size={20} />} onClick={form.save}>
            {t('pages.repair.sendReport')}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="report">
          {!equipmentId && <MachineField form={form} />}
          <FormField form={form} name="faultKind">
            <FieldChoices form={form} name="faultKind" />
          </FormField>
          <FormField form={form} name="severity">
            <FieldChoices form={form} name="severity" />
          </FormField>
          <StoppedFields form={form} />
          <FormField form={form} name="images" />
          <FormField form={form} name="description" />
          <SwitchRow
            label={form.labels.field(form.place, 'breakdown')}
            hint={form.labels.hint(form.place, 'breakdown')}
            checked={form.values['breakdown'] === true}
            onChange={(breakdown) => form.set({ breakdown })}
          />
        </div>
      </PageFrame>
    </FormProvider>
  )
}

/** A report taken up again also has the photos taken since. */
function withPhotos(draft: FormDraft, photos: readonly OutboxPhoto[]): FormDraft {
  if (!draft.found) return draft
  const before = (draft.found.values['images'] ?? []) as string[]
  const images = [...new Set([...before, ...photos.map((photo) => photo.id)])]
  return { ...draft, found: { ...draft.found, values: { ...draft.found.values, images } } }
}

/** The machine: by a big scan button while there is none, else what was found. */
function MachineField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('maintenance')
  const [scanning, setScanning] = useState(false)
  const chosen = form.values['equipmentId']
  async function scanned(code: string) {
    const { hit, why } = await findRowOrReason(code, ['equipment'], { unknown: t('pages.repair.noMachine', { code }) })
    if (!hit) return why
    setScanning(false)
    return form.set({ equipmentId: hit.id })
  }
  return (
    <>
      {!chosen && (
        <Button
          look="primary"
          block
          icon={<ScanIcon size={28} />}
          className="presence-scan"
          onClick={() => setScanning(true)}
        >
          {t('pages.repair.scanMachine')}
        </Button>
      )}
      <FormField form={form} name="equipmentId" />
      {scanning && (
        <ScannerDialog onCode={scanned} onClose={() => setScanning(false)} hint={t('pages.repair.scanMachine')} />
      )}
    </>
  )
}

/** A photo shared from the phone's gallery opens a new report with it. */
export function useShared(key: string | null): { photos: OutboxPhoto[]; text: string } | null | undefined {
  const [found, setFound] = useState<{ photos: OutboxPhoto[]; text: string } | null | undefined>(key ? undefined : null)
  useEffect(() => {
    if (!key) return
    getPhone()
      .then((store) => store.readDraft(key))
      .then(
        (draft) => setFound(draft ? { photos: draft.photos, text: String(draft.values['text'] ?? '') } : null),
        () => setFound(null),
      )
  }, [key])
  return found
}
