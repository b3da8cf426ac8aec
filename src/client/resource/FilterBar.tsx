import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRange, type Resource } from '@/contract/resource'
import type { FilterValue } from '../fields/field-parts'
import { isReversed } from '../fields/range-filter'
import { Button } from '../ui/Button'
import { CloseIcon } from '../ui/icons'
import { FilterFields } from './FilterFields'
import { PAUSE } from './SearchBox'

type Values = Record<string, FilterValue>
/** Kinds whose filters are typed, key by key. */
const TYPED: readonly string[] = ['text', 'note', 'amount', 'integer']

/** Filters on a desktop, between bar and rows, applied immediately: choices at once, typed text after a pause. */
export function FilterBar({
  id,
  of,
  values,
  onApply,
  onClear,
  onClose,
}: {
  id: string
  of: Resource
  values: Values
  onApply: (values: Values) => void
  onClear: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  // Values not applied yet: they wait for a pause or for a correction.
  const [waiting, setWaiting] = useState<Values>({})
  const [given, setGiven] = useState(values)
  if (given !== values) {
    setGiven(values)
    setWaiting((now) => Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== values[key])))
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = { ...values, ...waiting }
  const apply = useEffectEvent(() => onApply(shown))
  const [due, setDue] = useState(0)
  useEffect(() => {
    if (due > 0) apply()
  }, [due])
  const change = (next: Values, name: string) => {
    const after = { ...shown, ...next }
    setWaiting((now) => ({ ...now, ...next }))
    clearTimeout(timer.current)
    if (isWrong(of, after)) return
    if (TYPED.includes(of.fields[name]?.kind ?? '')) timer.current = setTimeout(() => setDue((n) => n + 1), PAUSE)
    else setDue((n) => n + 1)
  }
  // Unparsable input exists only in its field: remounting the fields clears it.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    clearTimeout(timer.current)
    setWaiting({})
    setCleared((n) => n + 1)
    onClear()
  }
  const bar = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // Escape closes a picker or dialog over the field first.
    const onKey = (event: KeyboardEvent) => {
      const at = event.target
      if (event.key !== 'Escape' || event.defaultPrevented || !(at instanceof Element)) return
      if (!bar.current?.contains(at) || at.closest('dialog')) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section ref={bar} id={id} className="filter-bar" aria-label={t('resource.filters')}>
      <div className="filters" key={cleared}>
        <FilterFields of={of} values={shown} onChange={change} />
      </div>
      <div className="filter-bar-ways">
        <Button onClick={clear}>{t('resource.clearFilters')}</Button>
        <Button look="quiet" icon={<CloseIcon size={20} />} onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </section>
  )
}
const isWrong = (of: Resource, values: Values): boolean =>
  of.filters.some((name) => {
    const field = of.fields[name]
    return field && isRange(field) && isReversed(values[`${name}From`], values[`${name}To`])
  })
