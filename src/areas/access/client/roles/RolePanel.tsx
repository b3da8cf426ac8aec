import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wordIn } from '@/contract/language'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { conflictOf } from '@/client/api/api-error'
import { shows } from '@/client/api/keys'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useCall } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { NotLoaded } from '@/client/resource/NotLoaded'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRow } from '@/client/resource/RowPanel'
import { useMayCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon, PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import { recordTrouble } from '@/client/ui/trouble'
import { menus, role } from '../../contract/role'
import type { AuthorityNode } from '../../rules/authority'
import { toldOfRole } from '../../rules/rank'
import { useRankOverRole, type Asked } from '../use-rank'
import { useParams } from '@/client/use-params'
import { AuthorityTree } from './AuthorityTree'
import { ReviewSheet } from './ReviewSheet'
import { useAuthority } from './use-authority'

type Role = Row<typeof role>

/** One role with its authority as a tree. Changes are reviewed before they are saved. */
export function RolePanel({ open }: { open: OpenRow }) {
  const { t } = useTranslation(['access', 'client'])
  const language = useLanguage()
  const row = open.row as Role
  const asked = useCall(menus, {}, { resources: ['menu'] })
  const { data } = asked
  const tree = useMemo(() => data ?? [], [data])
  const rank = useRankOverRole(row, tree)
  const title = wordIn(language, row.name, row.nameEn) ?? row.name
  const frame = {
    title,
    sub: (
      <span className="ac-chips">
        <span>{row.code}</span>
        {row.builtIn && <State tone="idle">{t('role.fields.builtIn')}</State>}
        {row.secondFactor && <State tone="active">{t('role.fields.secondFactor')}</State>}
        {row.note && <span>{row.note}</span>}
      </span>
    ),
    ...(open.onBack ? { onBack: open.onBack } : {}),
    tools: <RoleTools open={open} title={`${title} · ${row.code}`} rank={rank} />,
  }
  if (tree.length > 0) return <Editor row={row} tree={tree} frame={frame} title={title} refusal={rank.change} />
  return <PageFrame {...frame}>{asked.isLoading ? <SkeletonList /> : <NotLoaded of={asked} />}</PageFrame>
}

function RoleTools({ open, title, rank }: { open: OpenRow; title: string; rank: ReturnType<typeof useRankOverRole> }) {
  const { t } = useTranslation(['access', 'client'])
  const [, go] = useParams()
  const mayAdd = useMayCall(role.endpoints.create)
  const mayEdit = useMayCall(role.endpoints.update)
  return (
    <>
      {mayAdd && rank.copy === null && (
        <Button
          look="quiet"
          icon={<PlusIcon size={20} />}
          aria-label={t('pages.roles.copy')}
          title={t('pages.roles.copy')}
          onClick={() => go({ new: '1', copy: open.row.id })}
        />
      )}
      {mayEdit && rank.change === null && (
        <Button
          look="quiet"
          icon={<EditIcon size={20} />}
          aria-label={t('client:resource.edit')}
          title={t('client:resource.edit')}
          onClick={open.onEdit}
        />
      )}
      {open.row['builtIn'] !== true && rank.change === null && (
        <RemoveRow
          endpoint={role.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
          row={open.row}
          title={title}
          onGone={open.onGone}
        />
      )}
    </>
  )
}

type Frame = Omit<Parameters<typeof PageFrame>[0], 'children' | 'primary'>
function Editor({
  row,
  tree,
  frame,
  title,
  refusal,
}: {
  row: Role
  tree: readonly AuthorityNode[]
  frame: Frame
  title: string
  refusal: Asked
}) {
  const { t } = useTranslation(['access', 'client'])
  const client = useQueryClient()
  const hasKey = useMayCall(role.endpoints.update)
  const mayEdit = hasKey && refusal === null
  const own = useSession().roleId === row.id
  const authority = useAuthority(row, tree, mayEdit)
  const command = useCommand(role.endpoints.update)
  const [reviewing, setReviewing] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  if (!authority)
    return (
      <PageFrame {...frame}>
        <SkeletonList />
      </PageFrame>
    )
  const { changes, count, held } = authority
  async function save() {
    try {
      await command.run({ id: row.id, version: row.version, authority: [...held] })
      authority?.saved()
      setOvertaken(false)
      void notify(t('client:resource.saved'), 'success')
    } catch (error) {
      recordTrouble('told by a toast', error)
      if (!conflictOf(error)) return
      setOvertaken(true) // the changes now apply to the reloaded role and need another review
      void client.invalidateQueries({ predicate: (query) => shows(query.queryKey, ['role']) })
    }
    setReviewing(false)
  }
  return (
    <PageFrame
      {...frame}
      primary={
        mayEdit && (
          <>
            {count > 0 && <Button onClick={authority.undo}>{t('pages.roles.undo')}</Button>}
            <Button look="primary" disabled={count === 0} onClick={() => setReviewing(true)}>
              {count === 0 ? t('pages.roles.nothingChanged') : t('pages.roles.reviewCount', { count })}
            </Button>
          </>
        )
      }
    >
      <div className="ac-authority">
        {hasKey && refusal && refusal !== 'unknown' && <p className="quiet">{t(`refusals.${toldOfRole[refusal]}`)}</p>}
        {overtaken && (
          <p className="banner is-warn" role="alert">
            {t('pages.roles.overtaken')}
          </p>
        )}
        <AuthorityTree tree={tree} authority={authority} title={t('pages.roles.authorityOf', { name: title })} />
      </div>
      {reviewing && (
        <ReviewSheet
          title={title}
          roleId={row.id}
          own={own}
          changes={changes}
          busy={command.busy}
          onSave={() => void save()}
          onClose={() => setReviewing(false)}
        />
      )}
    </PageFrame>
  )
}
