import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Fields } from '@/contract/field'
import type { FormValues } from './form-values'

/** Where a form returns to: an address, and the field there for which a row is being created. */
interface ReturnTarget {
  readonly address: string
  readonly field: string | null
}
/** The row that was created, and the field of the form that will refer to it. */
interface CreatedRow {
  readonly field: string
  readonly id: string
}
interface ReturnState {
  readonly returnTarget?: ReturnTarget
  readonly createdRow?: CreatedRow
}
/**
 * Reads the return state of a history entry. The address does not hold it: a shared link to the form must not lead back
 * to another form.
 */
const toReturnState = (state: unknown): ReturnState => (typeof state === 'object' && state !== null ? state : {})

/**
 * Returns the router state of a link to the form that creates a missing row. The person then comes back to `field` of
 * this form, or to this page.
 */
export function useReturnState(field: string | null): ReturnState {
  const { pathname, search } = useLocation()
  return { returnTarget: { address: `${pathname}${search}`, field } }
}
/**
 * Returns a function that goes back to the form for which a row was created, with its id, or null if none was created.
 * Returns null if the person did not come from a form.
 */
export function useReturnWithRow(): ((id: string | null) => void) | null {
  const { returnTarget } = toReturnState(useLocation().state)
  const navigate = useNavigate()
  if (!returnTarget) return null
  const { address, field } = returnTarget
  return (id) => void navigate(address, { replace: true, state: id && field ? { createdRow: { field, id } } : null })
}
/** Returned if no row was created; compared by identity. */
export const NO_CREATED_ROW: Readonly<FormValues> = {}
/**
 * Returns the created row as a value of its field. It is returned only once: afterwards the form's draft contains the
 * value.
 */
export function useCreatedRowValues(fields: Fields, values: Readonly<FormValues>): Readonly<FormValues> {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [createdRowValues] = useState(() => buildCreatedRowValues(toReturnState(state).createdRow, fields, values))
  const hasCreatedRow = createdRowValues !== NO_CREATED_ROW
  useEffect(() => {
    if (hasCreatedRow) void navigate(`${pathname}${search}`, { replace: true, state: null })
    // The effect uses the address at the time of opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasCreatedRow])
  return createdRowValues
}
function buildCreatedRowValues(
  createdRow: CreatedRow | undefined,
  fields: Fields,
  values: Readonly<FormValues>,
): Readonly<FormValues> {
  const kind = createdRow && fields[createdRow.field]?.kind
  if (!createdRow || (kind !== 'reference' && kind !== 'references')) return NO_CREATED_ROW
  const { field, id } = createdRow
  const currentIds = values[field]
  return { [field]: kind === 'reference' ? id : [...(Array.isArray(currentIds) ? (currentIds as string[]) : []), id] }
}
