import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Fields } from '@/contract/field'
import type { Values } from './values'

/** What a form leaves to: the address it stands at, and which of its fields the row that is added there is for. */
interface Errand {
  readonly address: string
  readonly field: string | null
}
/** What is brought back from there. */
interface Brought {
  readonly field: string
  readonly id: string
}
interface Kept {
  readonly errand?: Errand
  readonly brought?: Brought
}
/** These stand in the history's entry, not in the address: a link to the form of the row leads back to no other form. */
const keptIn = (state: unknown): Kept => (typeof state === 'object' && state !== null ? state : {})

/** What a link to the form of a missing row takes along, so that whoever adds one comes back to `field` of this form, or to this page. */
export function useErrand(field: string | null): Kept {
  const { pathname, search } = useLocation()
  return { errand: { address: `${pathname}${search}`, field } }
}
/** The way back to the form from which somebody came to add a row, with the row's id, or without when none was added; null where nobody came from one. */
export function useWayBack(): ((id: string | null) => void) | null {
  const { errand } = keptIn(useLocation().state)
  const navigate = useNavigate()
  if (!errand) return null
  const { address, field } = errand
  return (id) => void navigate(address, { replace: true, state: id && field ? { brought: { field, id } } : null })
}
export const NOTHING: Readonly<Values> = {}
/** The row that was added meanwhile, at its field: once, as the form keeps it from then on. */
export function useBrought(fields: Fields, values: Readonly<Values>): Readonly<Values> {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [brought] = useState(() => valueOf(keptIn(state).brought, fields, values))
  const some = brought !== NOTHING
  useEffect(() => {
    if (some) void navigate(`${pathname}${search}`, { replace: true, state: null })
    // The address of the form as it opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [some])
  return brought
}
function valueOf(brought: Brought | undefined, fields: Fields, values: Readonly<Values>): Readonly<Values> {
  const kind = brought && fields[brought.field]?.kind
  if (!brought || (kind !== 'reference' && kind !== 'references')) return NOTHING
  const { field, id } = brought
  const chosen = values[field]
  return { [field]: kind === 'reference' ? id : [...(Array.isArray(chosen) ? (chosen as string[]) : []), id] }
}
