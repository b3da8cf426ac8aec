import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { UnsentCommand } from '../api/phone'
import { useUnsentCommands } from '../api/use-list'
import { hasCorrectionForm, findFormPlace } from '../area-registry'
import { getSession } from '../session/session'
import { normalUrl } from './menu-tree'
import { formAddress, syncAddress } from './row-address'

/**
 * Returns the unsent command that the address asks to correct. If this page has no form for it, the user is redirected
 * to the page that has one, else to the sync center.
 */
export function useCorrecting(): UnsentCommand | undefined {
  const asked = useSearchParams()[0].get('unsent')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const item = useUnsentCommands().find(({ id }) => id === asked)
  const elsewhere = item ? leadTo(item, pathname) : null
  useEffect(() => {
    if (elsewhere) void navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])
  return elsewhere ? undefined : item
}

/** Returns the address that shows a command which the current page cannot correct; null if it can. */
function leadTo({ id, op, resource }: UnsentCommand, pathname: string): string | null {
  const place = op && resource && hasCorrectionForm(op) ? findFormPlace(resource) : undefined
  if (!op || !resource || !place) return syncAddress(id)
  const here = getSession().routerList.find(({ url }) => normalUrl(url) === pathname)
  if (!here || here.name === place.page) return null
  return formAddress(op, resource, id) ?? syncAddress(id)
}
