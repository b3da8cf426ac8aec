import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Unsent } from '../api/phone'
import { useUnsent } from '../api/use-list'
import { hasForm, placeOfForm } from '../areas'
import { session } from '../session/session'
import { normalUrl } from './menu-tree'
import { formAddress, syncAddress } from './row-address'

/**
 * The unsent command that the address asks a page to correct. One that this page has no form for is no empty form: the person is
 * led to the page that has it, else to what the sync centre says of it.
 */
export function useCorrecting(): Unsent | undefined {
  const asked = useSearchParams()[0].get('unsent')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const item = useUnsent().find(({ id }) => id === asked)
  const elsewhere = item ? leadTo(item, pathname) : null
  useEffect(() => {
    if (elsewhere) void navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])
  return elsewhere ? undefined : item
}

/** Where a command is shown that the page at this address does not correct; null where it does. */
function leadTo({ id, op, resource }: Unsent, pathname: string): string | null {
  const place = op && resource && hasForm(op) ? placeOfForm(resource) : undefined
  if (!op || !resource || !place) return syncAddress(id)
  const here = session().routerList.find(({ url }) => normalUrl(url) === pathname)
  if (!here || here.name === place.page) return null
  return formAddress(op, resource, id) ?? syncAddress(id)
}
