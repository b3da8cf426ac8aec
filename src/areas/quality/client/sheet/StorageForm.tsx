import '@/plant/client/sheet/sheet-form.css'
import '@/client/fields/fields.css'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { FormField } from '@/client/resource/FormField'
import { FormProvider } from '@/client/resource/FormProvider'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { FormIssueList } from '@/client/resource/FormIssueList'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { rollPackage } from '@/areas/rolls/contract/slitting'
import { findStoreProblem } from '@/areas/rolls/rules/package'
import { addStorage } from '../../contract/web-records'
import { PackageInput } from './PackageInput'

type Package = Row<typeof rollPackage>
const SHOWN = ['packageId', 'number', 'place', 'images', 'note'] as const
const START: FormValues = { images: [] }
interface StorageFormProps {
  unsent?: UnsentCommand | undefined
  onBack: () => void
  onDone: (id: string) => void
}

/** 成品入库: records package, storage place and photos. Works offline. */
export function StorageForm(props: StorageFormProps) {
  const draftKey = `storage ${props.unsent?.id ?? 'new'}`
  const draft = useDraft(draftKey)
  if (draft.found === undefined)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  return <Fields {...props} draft={draft} draftKey={draftKey} />
}
function Fields({
  unsent,
  onBack,
  onDone,
  draft,
  draftKey,
}: StorageFormProps & { draft: FormDraft; draftKey: string }) {
  const { t } = useTranslation('quality')
  const title = t('actions.productStorage_add')
  // The chosen package; the form check reads it.
  const known = useRef<Package | null>(null)
  const form = useForm({
    endpoint: addStorage as Endpoint<FormValues, unknown>,
    title,
    only: SHOWN,
    start: START,
    check: usePackageCheck(known),
    draft,
    draftKey,
    onBack,
    onDone: ({ id }) => onDone(id),
    ...(unsent ? { unsent } : {}),
  })
  const named = { id: textOf(form.values, 'packageId'), number: textOf(form.values, 'number') }
  const asked = useRow(rollPackage, named.id)
  // A cached row may be outdated: without an answer from the server nothing is refused here.
  const row = asked.error ? null : asked.row
  useEffect(() => {
    known.current = row
  }, [row])
  const refused = form.issues.some(({ name }) => name === 'packageId')
  // A resumed draft or a corrected command already has its package, so the scanner does not open by itself.
  const [begun] = useState(draft.found !== null || unsent !== undefined)
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
          <FormField form={form} name="packageId" label={`${form.labels.field(form.place, 'packageId')} *`}>
            <PackageInput
              named={named}
              scanFirst={!begun}
              disabled={form.submit.busy}
              invalid={refused}
              label={form.labels.field(form.place, 'packageId')}
              onPackage={({ id, number }) => form.set({ packageId: id, number })}
            />
            {row && !refused && <PackageKnown row={row} place={textOf(form.values, 'place')} />}
          </FormField>
          <FormField form={form} name="place" />
          <FormField form={form} name="images" />
          <FormField form={form} name="note" />
        </div>
      </PageFrame>
    </FormProvider>
  )
}
const textOf = (values: Readonly<FormValues>, name: string): string | null =>
  typeof values[name] === 'string' ? values[name].trim() : null
/** Shows size and weight of a package, or why it cannot be put in stock. */
function PackageKnown({ row, place }: { row: Package; place: string | null }) {
  const { t } = useTranslation('quality')
  const why = useStoreRefusal()(row, place)
  return (
    <p className={why ? 'ui-card is-warned' : 'quiet'} role={why ? 'alert' : undefined}>
      {why ?? (
        <>
          {t('pages.sheet.packedRolls', { count: row.rolls })} · <Quantity value={row.netKg} unit="kg" fixed />
        </>
      )}
    </p>
  )
}
function useStoreRefusal() {
  const { t } = useTranslation(['quality', 'rolls'])
  const labels = useLabels(rollPackage.area)
  return useCallback(
    (row: Package, place: string | null): string | null => {
      const why = findStoreProblem(row, place)
      const state = labels.option(rollPackage, 'state', row.state)
      if (why === 'elsewhere')
        return t('rolls:refusals.storedElsewhere', { package: row.number, place: row.place ?? '' })
      return why && t(`pages.sheet.notStored.${why}`, { number: row.number, state })
    },
    [t, labels],
  )
}
/**
 * Checks that a package is named and, as far as this phone knows, can be put in stock. A refusal by the server would
 * come long after the phone has left the package.
 */
function usePackageCheck(known: RefObject<Package | null>): FormCheck {
  const labels = useLabels('quality')
  const refusal = useStoreRefusal()
  return useCallback(
    (values) => {
      if (!values['packageId'] && !values['number'])
        return [{ name: 'packageId', message: labels.issue({ path: [], code: 'missing' }) }]
      const row = known.current
      const message = row && row.id === values['packageId'] ? refusal(row, textOf(values, 'place')) : null
      return message ? [{ name: 'packageId', message }] : []
    },
    [known, labels, refusal],
  )
}
