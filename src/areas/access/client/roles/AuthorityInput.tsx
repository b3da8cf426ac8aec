import { useMemo } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import type { InputProps } from '@/client/fields/field-parts'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useSession } from '@/client/session/use-session'
import { SkeletonList } from '@/client/ui/Skeleton'
import { fullMenu } from '../../contract/role'
import { toggleAuthority, type AuthorityNode } from '../../rules/authority'
import { AuthorityTree } from './AuthorityTree'

const NO_IDS: readonly string[] = []
/** The authority of a role that is not saved yet, as a field of its form. */
export function AuthorityInput({ id, label, value, onChange, disabled = false }: InputProps) {
  const menusQuery = useEndpoint(fullMenu, {}, { resources: ['menu'] })
  const { isSup: isSuperUser, buttons: ownPermissions } = useSession()
  const roleAuthority = Array.isArray(value) ? (value as readonly string[]) : NO_IDS
  const grantedIds = useMemo(() => new Set(roleAuthority), [roleAuthority])
  const canGrant = (button: AuthorityNode) => !disabled && (isSuperUser || ownPermissions.includes(button.url))
  return (
    <QueryBoundary query={menusQuery} skeleton={<SkeletonList />}>
      {(tree) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeps the Enter key from the form
        <fieldset
          id={id}
          tabIndex={-1}
          aria-label={label}
          className="access-authority stack gap-3"
          // Enter in the search field would save the form.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
          }}
        >
          <AuthorityTree
            tree={tree}
            title={label}
            authorityDraft={{
              grantedIds,
              changes: [],
              canGrant,
              toggle: (node) => onChange?.([...toggleAuthority(tree, node, grantedIds, canGrant)]),
            }}
          />
        </fieldset>
      )}
    </QueryBoundary>
  )
}
