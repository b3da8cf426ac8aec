import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { UnsentCommand } from '../api/phone'
import { useUnsentCommands } from '../api/use-list'
import { hasCorrectionForm, findFormPlace } from '../area-registry'
import { getSession } from '../session/session'
import { normalizeUrl } from './menu-tree'
import { buildFormAddress, buildSyncAddress } from './row-address'

/**
 * Returns the unsent command that the address asks to correct. If this page has no form for it, the user is redirected
 * to the page that has one, else to the sync center.
 */
export function useCorrectedCommand(): UnsentCommand | undefined {
  const unsentId = useSearchParams()[0].get('unsent')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const item = useUnsentCommands().find(({ id }) => id === unsentId)
  const redirect = item ? findCorrectionAddress(item, pathname) : null
  useEffect(() => {
    if (redirect) void navigate(redirect, { replace: true })
  }, [redirect, navigate])
  return redirect ? undefined : item
}

/** Returns the address that shows a command which the current page cannot correct; null if it can. */
function findCorrectionAddress({ id, op, resource }: UnsentCommand, pathname: string): string | null {
  const place = op && resource && hasCorrectionForm(op) ? findFormPlace(resource) : undefined
  if (!op || !resource || !place) return buildSyncAddress(id)
  const here = getSession().routerList.find(({ url }) => normalizeUrl(url) === pathname)
  if (!here || here.name === place.page) return null
  return buildFormAddress(op, resource, id) ?? buildSyncAddress(id)
}
