import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import type { FilterValue } from '../fields/field-parts'
import { filterOf } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { Button } from '../ui/Button'
import { Sheet } from '../ui/Sheet'
import { OwnFiltersContext } from './own-filters'

/** The filters a resource offers, one input each; applied together. */
export function FilterSheet({
  of,
  values,
  onApply,
  onClose,
}: {
  of: Resource
  values: Record<string, FilterValue>
  onApply: (values: Record<string, FilterValue>) => void
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(of.area)
  const own = useContext(OwnFiltersContext)
  const [draft, setDraft] = useState(values)
  const change = (next: Record<string, FilterValue>) => setDraft((now) => ({ ...now, ...next }))
  return (
    <Sheet open onClose={onClose} title={t('resource.filters')}>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          onApply(draft)
        }}
      >
        {of.filters.map((name) => {
          const field = of.fields[name]
          const given = own[name]
          const Filter = field && (given ? given.Filter : filterOf(field.kind))
          return (
            Filter && (
              <Filter
                key={name}
                field={field}
                name={name}
                place={{ area: of.area, owner: of.name }}
                label={labels.field(of, name)}
                values={draft}
                onChange={change}
              />
            )
          )
        })}
        <div className="ui-actions">
          <Button onClick={() => onApply({})}>{t('resource.clearFilters')}</Button>
          <Button type="submit" look="primary">
            {t('resource.apply')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
