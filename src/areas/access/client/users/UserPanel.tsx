import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { useLanguage } from '@/client/format/use-language'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { StateBadge } from '@/client/ui/StateBadge'
import { user } from '../../contract/user'
import { userTones } from '../tones'
import { useRankOverPerson } from '../use-rank'
import { DirectoryLinkSection } from './DirectoryLinkSection'
import { TokenSection } from './TokenSection'
import { UserActionBar } from './UserActionBar'

type Person = Row<typeof user>
const detailFields = [
  'photo',
  'roleId',
  'departmentId',
  'team',
  'lineIds',
  'accountNameEn',
  'nickname',
  'phone',
  'gender',
  'userType',
  'lastLoginAt',
] as const

/** One account with its actions. A removed account remains only so that records show its name. */
export function UserPanel({ openRow }: { openRow: OpenRow }) {
  const { t } = useTranslation(['access', 'client'])
  const row = openRow.row as Person
  const mayEdit = useCanCall(user.endpoints.update)
  const getRankRefusal = useRankOverPerson(row)
  const isSelf = useSession().userId === row.id
  const isRemoved = row.state === 'removed'
  const name = String(getFieldInLanguage(user, row, 'accountName', useLanguage()))
  const title = `${name} · ${row.userName}`
  return (
    <PageFrame
      title={name}
      subtitle={
        <span className="access-chips">
          <span>{row.userName}</span>
          <ResourceStateBadge resource={user} state={row.state} tones={userTones} />
          {row.isSup && <StateBadge tone="active">{t('user.fields.isSup')}</StateBadge>}
          {row.mustChange && <StateBadge tone="wait">{t('user.fields.mustChange')}</StateBadge>}
          {isSelf && <StateBadge tone="idle">{t('pages.users.you')}</StateBadge>}
        </span>
      }
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      tools={
        !isRemoved &&
        !isSelf &&
        getRankRefusal({ removesOrRestores: true }) === null && (
          <RemoveRowButton
            endpoint={user.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
            row={openRow.row}
            title={title}
            onRemoved={openRow.onRemoved}
          />
        )
      }
      primary={
        mayEdit &&
        !isRemoved &&
        getRankRefusal() === null && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={openRow.onEdit}>
            {t('client:resource.edit')}
          </Button>
        )
      }
    >
      <ResourceDetailView
        resource={user}
        row={openRow.row}
        refs={openRow.refs}
        fieldNames={detailFields.filter((fieldName) => fieldName !== 'photo' || row.photo.length > 0)}
      >
        {row.userType === 'service' && !isRemoved && (
          <TokenSection userId={row.id} mayChange={getRankRefusal() === null} />
        )}
        {row.userType !== 'service' && !isRemoved && (
          <DirectoryLinkSection userId={row.id} title={title} mayChange={getRankRefusal() === null} />
        )}
        <UserActionBar row={row} isSelf={isSelf} title={title} refusal={getRankRefusal()} />
      </ResourceDetailView>
    </PageFrame>
  )
}
