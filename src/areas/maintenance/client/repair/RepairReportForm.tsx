import '../forms.css'
import '../maintenance.css'
import '@/client/fields/fields.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPhoneStore, type OutboxPhoto } from '@/client/api/phone'
import { findRowOrReason } from '@/client/api/scanned-row'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm, type CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { RepairIcon, ScanIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { ScannerDialog } from '@/client/ui/ScannerDialog'
import { createUuid7 } from '@/contract/id'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { ChoiceGridField, SwitchRow } from '@/plant/client/forms/form-inputs'
import { findTimeErrors } from './repair-time'
import { getPlantMoment } from '@/client/clock'
import { PageSkeleton } from '@/client/ui/Skeleton'

export interface RepairReportFormProps {
  draftKey: string
  /** Fixed machine, e.g. the machine of an inspection point. Without it, the person scans or chooses the machine. */
  equipmentId?: string
  /** Preselected machine, which the person may change. */
  initialEquipmentId?: string
  /** Name of the machine, displayed in the title. */
  machineName?: string
  description?: string
  photos?: readonly OutboxPhoto[]
  onBack: () => void
  /** Called after the report is saved on this phone. `photos` are the ids of the photos sent with the report. */
  onDone: (report: { id: string; photos: string[] }) => void
}
const REPORT_FIELDS = [
  'equipmentId',
  'faultKind',
  'severity',
  'lineStopped',
  'stoppedAt',
  'images',
  'description',
  'breakdown',
] as const
type RepairReportFormViewProps = RepairReportFormProps & { draft: FormDraft }

/** Form 报修: machine by scan, fault by one tap, photos. Saved on the phone and sent when there is a network. */
export function RepairReportForm(props: RepairReportFormProps) {
  const draft = useDraft(props.draftKey)
  return draft.storedDraft === undefined ? <PageSkeleton /> : <RepairReportFormView {...props} draft={draft} />
}

function RepairReportFormView({
  draftKey,
  equipmentId,
  initialEquipmentId,
  machineName,
  description = '',
  photos = [],
  onBack,
  onDone,
  draft,
}: RepairReportFormViewProps) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const [newRepairId] = useState(() => createUuid7())
  const [draftWithPhotos] = useState(() => addPhotosToDraft(draft, photos))
  // Initial values only: later changes of the props must not reset the form.
  const [initialValues] = useState<FormValues>(() => ({
    id: newRepairId,
    equipmentId: equipmentId ?? initialEquipmentId ?? null,
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
    fieldNames: REPORT_FIELDS,
    startValues: initialValues,
    photos,
    draft: draftWithPhotos,
    draftKey,
    onBack,
    check: (values) => findTimeErrors(values, null, t),
    onDone: (saved) =>
      onDone({ id: saved.id || newRepairId, photos: (form.values['images'] as string[] | undefined) ?? [] }),
  })
  return (
    <FormProvider form={form} title={t('pages.repair.report')}>
      <PageFrame
        title={t('pages.repair.report')}
        subtitle={machineName}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<RepairIcon size={20} />} onClick={form.save}>
            {t('pages.repair.sendReport')}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="report stack gap-4">
          {!equipmentId && <MachineField form={form} />}
          <FormField form={form} name="faultKind">
            <ChoiceGridField form={form} name="faultKind" />
          </FormField>
          <FormField form={form} name="severity">
            <ChoiceGridField form={form} name="severity" />
          </FormField>
          <LineStopFields form={form} />
          <FormField form={form} name="images" />
          <FormField form={form} name="description" />
          <SwitchRow
            label={form.labels.field(form.place, 'breakdown')}
            hint={form.labels.hint(form.place, 'breakdown')}
            checked={form.values['breakdown'] === true}
            onChange={(breakdown) => form.setValues({ breakdown })}
          />
        </div>
      </PageFrame>
    </FormProvider>
  )
}

/**
 * Adds the photos of the new report to a stored draft. The draft replaces the initial values, so the photos would
 * otherwise be lost.
 */
function addPhotosToDraft(draft: FormDraft, photos: readonly OutboxPhoto[]): FormDraft {
  if (!draft.storedDraft) return draft
  const previousIds = (draft.storedDraft.values['images'] ?? []) as string[]
  const images = [...new Set([...previousIds, ...photos.map((photo) => photo.id)])]
  return { ...draft, storedDraft: { ...draft.storedDraft, values: { ...draft.storedDraft.values, images } } }
}

/** Machine field, with a large scan button while no machine is chosen. */
function MachineField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('maintenance')
  const [isScannerOpen, setIsScannerOpen] = useState(false)
  const equipmentId = form.values['equipmentId']
  async function onScanned(code: string) {
    const { hit, reason } = await findRowOrReason(code, ['equipment'], {
      unknownMessage: t('pages.repair.noMachine', { code }),
    })
    if (!hit) return reason
    setIsScannerOpen(false)
    return form.setValues({ equipmentId: hit.id })
  }
  return (
    <>
      {!equipmentId && (
        <Button
          look="primary"
          block
          icon={<ScanIcon size={28} />}
          className="presence-scan"
          onClick={() => setIsScannerOpen(true)}
        >
          {t('pages.repair.scanMachine')}
        </Button>
      )}
      <FormField form={form} name="equipmentId" />
      {isScannerOpen && (
        <ScannerDialog
          onCode={onScanned}
          onClose={() => setIsScannerOpen(false)}
          hint={t('pages.repair.scanMachine')}
        />
      )}
    </>
  )
}

/** Loads photos and text shared from another app. Undefined while loading, null if there are none. */
export function useSharedReport(key: string | null): { photos: OutboxPhoto[]; text: string } | null | undefined {
  const [sharedReport, setSharedReport] = useState<{ photos: OutboxPhoto[]; text: string } | null | undefined>(
    key ? undefined : null,
  )
  useEffect(() => {
    if (!key) return
    getPhoneStore()
      .then((store) => store.readDraft(key))
      .then(
        (draft) => setSharedReport(draft ? { photos: draft.photos, text: String(draft.values['text'] ?? '') } : null),
        () => setSharedReport(null),
      )
  }, [key])
  return sharedReport
}

/** Fields for a stopped line and its start time, which is now by default. */
function LineStopFields({ form }: { form: CommandFormState }) {
  const isStopped = form.values['lineStopped'] === true
  return (
    <>
      <SwitchRow
        label={form.labels.field(form.place, 'lineStopped')}
        checked={isStopped}
        isBad={isStopped}
        onChange={(checked) => form.setValues({ lineStopped: checked, stoppedAt: checked ? getPlantMoment() : null })}
      />
      {isStopped && <FormField form={form} name="stoppedAt" />}
    </>
  )
}
