import '@/plant/client/shift-record/sheet-form.css'
import '@/client/fields/fields.css'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { PageSkeleton } from '@/client/ui/Skeleton'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { rollPackage } from '@/areas/packing/contract/package'
import { findStoreProblem } from '@/areas/packing/rules/package'
import { addStorage } from '../../contract/width-and-oil-records'
import { PackageField } from './PackageField'

type PackageRow = Row<typeof rollPackage>
const FIELD_NAMES = ['packageId', 'number', 'place', 'images', 'note'] as const
const INITIAL_VALUES: FormValues = { images: [] }
interface StorageFormProps {
  unsent?: UnsentCommand | undefined
  onBack: () => void
  onDone: (id: string) => void
}

/** 成品入库: records package, storage place and photos. Works offline. */
export function StorageForm(props: StorageFormProps) {
  const draftKey = `storage ${props.unsent?.id ?? 'new'}`
  const draft = useDraft(draftKey)
  if (draft.storedDraft === undefined) return <PageSkeleton />
  return <StorageFields {...props} draft={draft} draftKey={draftKey} />
}
function StorageFields({
  unsent,
  onBack,
  onDone,
  draft,
  draftKey,
}: StorageFormProps & { draft: FormDraft; draftKey: string }) {
  const { t } = useTranslation('quality')
  const title = t('actions.productStorage_add')
  // The chosen package; the form check reads it.
  const chosenPackage = useRef<PackageRow | null>(null)
  const form = useForm({
    endpoint: addStorage as Endpoint<FormValues, unknown>,
    title,
    fieldNames: FIELD_NAMES,
    startValues: INITIAL_VALUES,
    check: usePackageCheck(chosenPackage),
    draft,
    draftKey,
    onBack,
    onDone: ({ id }) => onDone(id),
    ...(unsent ? { unsent } : {}),
  })
  const packageReference = { id: getText(form.values, 'packageId'), number: getText(form.values, 'number') }
  const packageQuery = useRow(rollPackage, packageReference.id)
  // A cached row may be outdated, so the form refuses nothing while the server does not answer.
  const packageRow = packageQuery.error ? null : packageQuery.row
  useEffect(() => {
    chosenPackage.current = packageRow
  }, [packageRow])
  const isPackageRefused = form.issues.some(({ name }) => name === 'packageId')
  // A resumed draft or a corrected command already has its package, so the scanner does not open by itself.
  const [isPackageKnown] = useState(draft.storedDraft !== null || unsent !== undefined)
  return (
    <FormProvider form={form} title={title}>
      <PageFrame
        title={title}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<CheckIcon size={20} />} onClick={form.save}>
            {t('pages.sheet.newStorage')}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="sheet-form">
          <FormField form={form} name="packageId" required>
            <PackageField
              packageReference={packageReference}
              opensScanner={!isPackageKnown}
              disabled={form.submit.busy}
              invalid={isPackageRefused}
              label={form.labels.field(form.place, 'packageId')}
              onPackage={({ id, number }) => form.setValues({ packageId: id, number })}
            />
            {packageRow && !isPackageRefused && (
              <PackageSummary row={packageRow} place={getText(form.values, 'place')} />
            )}
          </FormField>
          <FormField form={form} name="place" />
          <FormField form={form} name="images" />
          <FormField form={form} name="note" />
        </div>
      </PageFrame>
    </FormProvider>
  )
}
const getText = (values: Readonly<FormValues>, name: string): string | null =>
  typeof values[name] === 'string' ? values[name].trim() : null
/** Shows size and weight of a package, or why it cannot be put in stock. */
function PackageSummary({ row, place }: { row: PackageRow; place: string | null }) {
  const { t } = useTranslation('quality')
  const refusal = useStoreRefusal()(row, place)
  return (
    <p className={refusal ? 'ui-card is-warned' : 'quiet'} role={refusal ? 'alert' : undefined}>
      {refusal ?? (
        <>
          {t('pages.sheet.packedRolls', { count: row.rolls })} ·{' '}
          <Quantity value={row.netKg} unit="kg" hasFixedDecimals />
        </>
      )}
    </p>
  )
}
function useStoreRefusal() {
  const { t } = useTranslation(['quality', 'packing'])
  const labels = useLabels(rollPackage.area)
  return useCallback(
    (row: PackageRow, place: string | null): string | null => {
      const problem = findStoreProblem(row, place)
      const stateLabel = labels.option(rollPackage, 'state', row.state)
      if (problem === 'elsewhere')
        return t('packing:refusals.storedElsewhere', { package: row.number, place: row.place ?? '' })
      return problem && t(`pages.sheet.notStored.${problem}`, { number: row.number, state: stateLabel })
    },
    [t, labels],
  )
}
/**
 * Checks that a package is chosen and, as far as this phone knows, can be put in stock. A refusal by the server would
 * come too late, when the person has long left the package.
 */
function usePackageCheck(chosenPackage: RefObject<PackageRow | null>): FormCheck {
  const labels = useLabels('quality')
  const getRefusal = useStoreRefusal()
  return useCallback(
    (values) => {
      if (!values['packageId'] && !values['number'])
        return [{ name: 'packageId', message: labels.issue({ path: [], code: 'missing' }) }]
      const row = chosenPackage.current
      const message = row && row.id === values['packageId'] ? getRefusal(row, getText(values, 'place')) : null
      return message ? [{ name: 'packageId', message }] : []
    },
    [chosenPackage, labels, getRefusal],
  )
}
