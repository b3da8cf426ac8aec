import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import type { FilterValue } from '../fields/field-parts'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { FilterFields } from './FilterFields'

/** Filters on a phone: applied together, once none is invalid. */
export function FilterDialog({
  resource,
  values,
  onApply,
  onClear,
  onClose,
}: {
  resource: Resource
  values: Record<string, FilterValue>
  onApply: (values: Record<string, FilterValue>) => void
  onClear: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  const [draft, setDraft] = useState(values)
  return (
    <Dialog open onClose={onClose} title={t('resource.filters')}>
      <form
        className="filters stack gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // Invalid input, such as an impossible date, would be dropped silently.
          const invalidInput = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
          if (invalidInput) invalidInput.focus()
          else onApply(draft)
        }}
      >
        <FilterFields
          resource={resource}
          values={draft}
          onChange={(next) => setDraft((current) => ({ ...current, ...next }))}
        />
        <div className="ui-actions">
          <Button onClick={onClear}>{t('resource.clearFilters')}</Button>
          <Button type="submit" look="primary">
            {t('resource.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
