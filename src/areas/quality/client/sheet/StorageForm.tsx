import '@/plant/client/sheet/sheet-form.css'
import '@/client/fields/fields.css'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Unsent } from '@/client/api/phone'
import { FormScopeContext } from '@/client/fields/form-scope'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { FormField } from '@/client/resource/FormField'
import { useDraft, type Draft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { Values } from '@/client/resource/values'
import { Button } from '@/client/ui/Button'
import { FieldErrors } from '@/client/ui/FieldErrors'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import type { Endpoint } from '@/contract/endpoint'
import { addStorage } from '../../contract/web-records'
import { PackageInput } from './PackageInput'

const SHOWN = ['packageId', 'number', 'place', 'images', 'note'] as const
const START: Values = { images: [] }
interface StorageFormProps {
  unsent?: Unsent | undefined
  onBack: () => void
  onDone: (id: string) => void
}

/** 成品入库: which package by its label or from the list, where it lies, and its photos; without a network too. */
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
function Fields({ unsent, onBack, onDone, draft, draftKey }: StorageFormProps & { draft: Draft; draftKey: string }) {
  const { t } = useTranslation('quality')
  const title = t('actions.productStorage_add')
  const form = useForm({
    endpoint: addStorage as Endpoint<Values, unknown>,
    title,
    only: SHOWN,
    start: START,
    check: usePackageCheck(),
    draft,
    draftKey,
    onBack,
    onDone: ({ id }) => onDone(id),
    ...(unsent ? { unsent } : {}),
  })
  const text = (name: string) => (typeof form.values[name] === 'string' ? form.values[name] : null)
  const named = { id: text('packageId'), number: text('number') }
  // A form that was begun, or that is put right, has its package: the camera waits until it is asked for.
  const [begun] = useState(draft.found !== null || unsent !== undefined)
  return (
    <FormScopeContext.Provider value={form.scope}>
      <PageFrame
        title={title}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<CheckIcon size={20} />} onClick={form.save}>
            {t('pages.sheet.newStorage')}
          </Button>
        }
      >
        <FieldErrors
          errors={form.issues.map(({ name, label, message }) => ({ field: `field-${name}`, label, message }))}
        />
        <div className="sheet-form">
          <FormField form={form} name="packageId" label={`${form.labels.field(form.place, 'packageId')} *`}>
            <PackageInput
              named={named}
              scanFirst={!begun}
              disabled={form.submit.busy}
              invalid={form.issues.some(({ name }) => name === 'packageId')}
              label={form.labels.field(form.place, 'packageId')}
              onPackage={({ id, number }) => form.set({ packageId: id, number })}
            />
          </FormField>
          <FormField form={form} name="place" />
          <FormField form={form} name="images" />
          <FormField form={form} name="note" />
        </div>
      </PageFrame>
    </FormScopeContext.Provider>
  )
}
/** Either of the two names the package; a form without both would come back from the server long after the phone has left it. */
function usePackageCheck(): FormCheck {
  const labels = useLabels('quality')
  return useCallback(
    ({ packageId, number }) =>
      packageId || number ? [] : [{ name: 'packageId', message: labels.issue({ path: [], code: 'missing' }) }],
    [labels],
  )
}
