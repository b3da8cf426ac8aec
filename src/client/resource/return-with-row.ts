import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Fields } from '@/contract/field'
import type { FormValues } from './form-values'

/** Where a form returns to: an address, and the field there for which a row is being created. */
interface ReturnTarget {
  readonly address: string
  readonly field: string | null
}
/** The row that was created. */
interface BroughtRow {
  readonly field: string
  readonly id: string
}
interface ReturnState {
  readonly errand?: ReturnTarget
  readonly brought?: BroughtRow
}
/** Stored in the history entry instead of the address: a shared link to the form must not lead back to another form. */
const toReturnState = (state: unknown): ReturnState => (typeof state === 'object' && state !== null ? state : {})

/**
 * Returns the link state for creating a missing row, so that the person comes back to `field` of this form, or to this
 * page.
 */
export function useReturnState(field: string | null): ReturnState {
  const { pathname, search } = useLocation()
  return { errand: { address: `${pathname}${search}`, field } }
}
/**
 * Returns a function that goes back to the form for which a row was created, with its id, or null if none was created.
 * Returns null if the person did not come from a form.
 */
export function useReturnWithRow(): ((id: string | null) => void) | null {
  const { errand } = toReturnState(useLocation().state)
  const navigate = useNavigate()
  if (!errand) return null
  const { address, field } = errand
  return (id) => void navigate(address, { replace: true, state: id && field ? { brought: { field, id } } : null })
}
export const NO_VALUES: Readonly<FormValues> = {}
/** Returns the created row as a value of its field; only once, afterwards the form's draft has it. */
export function useBroughtValues(fields: Fields, values: Readonly<FormValues>): Readonly<FormValues> {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [brought] = useState(() => buildBroughtValues(toReturnState(state).brought, fields, values))
  const hasBrought = brought !== NO_VALUES
  useEffect(() => {
    if (hasBrought) void navigate(`${pathname}${search}`, { replace: true, state: null })
    // The effect uses the address at the time of opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasBrought])
  return brought
}
function buildBroughtValues(
  brought: BroughtRow | undefined,
  fields: Fields,
  values: Readonly<FormValues>,
): Readonly<FormValues> {
  const kind = brought && fields[brought.field]?.kind
  if (!brought || (kind !== 'reference' && kind !== 'references')) return NO_VALUES
  const { field, id } = brought
  const chosen = values[field]
  return { [field]: kind === 'reference' ? id : [...(Array.isArray(chosen) ? (chosen as string[]) : []), id] }
}
