import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRangeFiltered, type Resource } from '@/contract/resource'
import type { FilterValue } from '../fields/field-parts'
import { isReversed } from '../fields/range-filter'
import { Button } from '../ui/Button'
import { CloseIcon } from '../ui/icons'
import { FilterFields } from './FilterFields'
import { TYPING_PAUSE_MS } from '../ui/SearchBar'

type FilterValues = Record<string, FilterValue>
/** Kinds of fields whose filter values are typed. */
const TYPED_KINDS: readonly string[] = ['text', 'note', 'amount', 'integer']

/** Filters on a desktop, between the toolbar and the rows. Choices apply at once, typed text after a pause. */
export function FilterBar({
  id,
  resource,
  values,
  onApply,
  onClear,
  onClose,
}: {
  id: string
  resource: Resource
  values: FilterValues
  onApply: (values: FilterValues) => void
  onClear: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  // Values that are not applied yet, because the user is still typing or a range is reversed.
  const [pendingValues, setPendingValues] = useState<FilterValues>({})
  const [appliedValues, setAppliedValues] = useState(values)
  // Once the list applies new values, a pending value that equals the applied one is no longer pending.
  if (appliedValues !== values) {
    setAppliedValues(values)
    setPendingValues((current) =>
      Object.fromEntries(Object.entries(current).filter(([key, value]) => value !== values[key])),
    )
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const displayedValues = { ...values, ...pendingValues }
  const apply = useEffectEvent(() => onApply(displayedValues))
  // A counter, so that the effect applies the values of the next render, which contain the latest change.
  const [applyRequestCount, setApplyRequestCount] = useState(0)
  useEffect(() => {
    if (applyRequestCount > 0) apply()
  }, [applyRequestCount])
  const requestApply = () => setApplyRequestCount((count) => count + 1)
  const changeFilter = (next: FilterValues, name: string) => {
    const nextValues = { ...displayedValues, ...next }
    setPendingValues((current) => ({ ...current, ...next }))
    clearTimeout(timer.current)
    if (hasReversedRange(resource, nextValues)) return
    if (TYPED_KINDS.includes(resource.fields[name]?.kind ?? ''))
      timer.current = setTimeout(requestApply, TYPING_PAUSE_MS)
    else requestApply()
  }
  // Text that cannot be parsed exists only in its input, so the inputs are mounted again to clear it.
  const [clearCount, setClearCount] = useState(0)
  const clearFilters = () => {
    clearTimeout(timer.current)
    setPendingValues({})
    setClearCount((n) => n + 1)
    onClear()
  }
  const barRef = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // Escape closes a picker or dialog over the field first.
    const onKey = (event: KeyboardEvent) => {
      const target = event.target
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return
      if (!barRef.current?.contains(target) || target.closest('dialog')) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section ref={barRef} id={id} className="filter-bar strip gap-4" aria-label={t('resource.filters')}>
      <div className="filters stack gap-4" key={clearCount}>
        <FilterFields resource={resource} values={displayedValues} onChange={changeFilter} />
      </div>
      <div className="filter-bar-actions stack gap-1">
        <Button onClick={clearFilters}>{t('resource.clearFilters')}</Button>
        <Button look="quiet" icon={<CloseIcon size={20} />} onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </section>
  )
}
const hasReversedRange = (resource: Resource, values: FilterValues): boolean =>
  resource.filters.some((name) => {
    const field = resource.fields[name]
    return field && isRangeFiltered(field) && isReversed(values[`${name}From`], values[`${name}To`])
  })
