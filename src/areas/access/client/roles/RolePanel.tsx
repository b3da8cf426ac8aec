import { Banner } from '@/client/ui/Notice'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseByLanguage } from '@/contract/language'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { getConflict } from '@/client/api/api-error'
import { includesResource } from '@/client/api/query-client'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon, PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { fullMenu, role } from '../../contract/role'
import type { AuthorityNode } from '../../rules/authority'
import { roleRefusalKeys } from '../../rules/rank'
import { useRankOverRole, type RankCheckResult } from '../use-rank'
import { useQueryParams } from '@/client/use-query-params'
import { AuthorityTree } from './AuthorityTree'
import { ReviewDialog } from './ReviewDialog'
import { useAuthorityDraft } from './use-authority-draft'

type Role = Row<typeof role>

/** One role with its authority as a tree. Changes are reviewed before they are saved. */
export function RolePanel({ openRow }: { openRow: OpenRow }) {
  const { t } = useTranslation(['access', 'client'])
  const language = useLanguage()
  const row = openRow.row as Role
  const menusQuery = useEndpoint(fullMenu, {}, { resources: ['menu'] })
  const { data } = menusQuery
  const tree = useMemo(() => data ?? [], [data])
  const rankChecks = useRankOverRole(row, tree)
  const title = chooseByLanguage(language, row.name, row.nameEn) ?? row.name
  const frameProps = {
    title,
    subtitle: (
      <span className="access-chips">
        <span>{row.code}</span>
        {row.builtIn && <StateBadge tone="idle">{t('role.fields.builtIn')}</StateBadge>}
        {row.secondFactor && <StateBadge tone="active">{t('role.fields.secondFactor')}</StateBadge>}
        {row.note && <span>{row.note}</span>}
      </span>
    ),
    ...(openRow.onBack ? { onBack: openRow.onBack } : {}),
    tools: <RoleToolBar openRow={openRow} title={`${title} · ${row.code}`} rankChecks={rankChecks} />,
  }
  if (tree.length > 0)
    return <AuthorityEditor row={row} tree={tree} frameProps={frameProps} title={title} refusal={rankChecks.change} />
  return (
    <PageFrame {...frameProps}>
      {menusQuery.isLoading ? <SkeletonList /> : <NotLoadedView query={menusQuery} />}
    </PageFrame>
  )
}

function RoleToolBar({
  openRow,
  title,
  rankChecks,
}: {
  openRow: OpenRow
  title: string
  rankChecks: ReturnType<typeof useRankOverRole>
}) {
  const { t } = useTranslation(['access', 'client'])
  const [, setParams] = useQueryParams()
  const mayAdd = useCanCall(role.endpoints.create)
  const mayEdit = useCanCall(role.endpoints.update)
  return (
    <>
      {mayAdd && rankChecks.copy === null && (
        <Button
          look="quiet"
          icon={<PlusIcon size={20} />}
          aria-label={t('pages.roles.copy')}
          title={t('pages.roles.copy')}
          onClick={() => setParams({ new: '1', copy: openRow.row.id })}
        />
      )}
      {mayEdit && rankChecks.change === null && (
        <Button
          look="quiet"
          icon={<EditIcon size={20} />}
          aria-label={t('client:resource.edit')}
          title={t('client:resource.edit')}
          onClick={openRow.onEdit}
        />
      )}
      {openRow.row['builtIn'] !== true && rankChecks.change === null && (
        <RemoveRowButton
          endpoint={role.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
          row={openRow.row}
          title={title}
          onRemoved={openRow.onRemoved}
        />
      )}
    </>
  )
}

type FrameProps = Omit<Parameters<typeof PageFrame>[0], 'children' | 'primary'>
function AuthorityEditor({
  row,
  tree,
  frameProps,
  title,
  refusal,
}: {
  row: Role
  tree: readonly AuthorityNode[]
  frameProps: FrameProps
  title: string
  refusal: RankCheckResult
}) {
  const { t } = useTranslation(['access', 'client'])
  const queryClient = useQueryClient()
  const mayUpdate = useCanCall(role.endpoints.update)
  const mayEdit = mayUpdate && refusal === null
  const isOwnRole = useSession().roleId === row.id
  const authorityDraft = useAuthorityDraft(row, tree, mayEdit)
  const command = useCommand(role.endpoints.update)
  const [isReviewing, setReviewing] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  if (!authorityDraft)
    return (
      <PageFrame {...frameProps}>
        <SkeletonList />
      </PageFrame>
    )
  const { changes, changeCount, grantedIds } = authorityDraft
  async function save() {
    const reloadOutdatedRole = (error: Error) => {
      if (!getConflict(error)) return
      setOutdated(true) // the changes now apply to the reloaded role and need another review
      void queryClient.invalidateQueries({ predicate: (query) => includesResource(query.queryKey, ['role']) })
    }
    const input = { id: row.id, version: row.version, authority: [...grantedIds] }
    if (await command.run(input, { onRefused: reloadOutdatedRole })) {
      authorityDraft?.onSaved()
      setOutdated(false)
    }
    setReviewing(false)
  }
  return (
    <PageFrame
      {...frameProps}
      primary={
        mayEdit && (
          <>
            {changeCount > 0 && <Button onClick={authorityDraft.discardChanges}>{t('pages.roles.undo')}</Button>}
            <Button look="primary" disabled={changeCount === 0} onClick={() => setReviewing(true)}>
              {changeCount === 0
                ? t('pages.roles.nothingChanged')
                : t('pages.roles.reviewCount', { count: changeCount })}
            </Button>
          </>
        )
      }
    >
      <div className="access-authority stack gap-3">
        {mayUpdate && refusal && refusal !== 'unknown' && (
          <p className="quiet">{t(`refusals.${roleRefusalKeys[refusal]}`)}</p>
        )}
        {isOutdated && (
          <Banner tone="warn" alert>
            {t('pages.roles.overtaken')}
          </Banner>
        )}
        <AuthorityTree
          tree={tree}
          authorityDraft={authorityDraft}
          title={t('pages.roles.authorityOf', { name: title })}
        />
      </div>
      {isReviewing && (
        <ReviewDialog
          title={title}
          roleId={row.id}
          isOwnRole={isOwnRole}
          changes={changes}
          busy={command.busy}
          onSave={() => void save()}
          onClose={() => setReviewing(false)}
        />
      )}
    </PageFrame>
  )
}
