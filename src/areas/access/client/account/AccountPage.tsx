import '@/client/fields/fields.css'
import '../access.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { getFieldInLanguage } from '@/contract/language'
import { useEndpoint } from '@/client/api/use-list'
import { FieldView } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { updateNickname } from '@/client/session/session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { ownAccount, updateOwnAccount } from '../../contract/session'
import { user } from '../../contract/user'
import { useQueryParams } from '@/client/use-query-params'
import { SessionList } from './SessionList'

/** Resource whose translations label the account's fields. */
const place = { area: 'access', owner: 'user' } as const
/** Fields of the answer, each with the field of the `user` resource that labels it. */
const displayedFields = [
  ['nickname', 'nickname'],
  ['phone', 'phone'],
  ['role', 'roleId'],
  ['department', 'departmentId'],
] as const
const editableFields = ['nickname', 'phone', 'photo'] as const

/** The reader's own account with nickname, phone, photo and signed-in devices. */
export default function AccountPage() {
  const { t } = useTranslation(['access', 'client'])
  const labels = useLabels('access')
  const navigate = useNavigate()
  const [params, setParams] = useQueryParams()
  const account = useEndpoint(ownAccount, {}, { resources: ['user', 'session'] })
  const { data, isLoading, refetch } = account
  const goBack = () => void navigate('/me')
  if (data && params.has('edit')) {
    return (
      <LazyCommandForm
        endpoint={updateOwnAccount}
        title={t('pages.account.edit')}
        startValues={{ nickname: data.nickname, phone: data.phone, photo: data.photo }}
        fieldNames={editableFields}
        onDone={() => {
          setParams({ edit: null })
          void refetch().then((refreshedQuery) => {
            if (refreshedQuery.data)
              updateNickname(
                refreshedQuery.data.nickname ?? refreshedQuery.data.accountName,
                refreshedQuery.data.nickname === null ? refreshedQuery.data.accountNameEn : null,
              )
          })
        }}
        onBack={() => setParams({ edit: null })}
      />
    )
  }
  return (
    <PageFrame
      title={t('pages.account.title')}
      {...(data
        ? { subtitle: `${getFieldInLanguage(user, data, 'accountName', labels.language)} · ${data.userName}` }
        : {})}
      onBack={goBack}
      primary={
        data && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={() => setParams({ edit: '1' })}>
            {t('pages.account.edit')}
          </Button>
        )
      }
    >
      <div className="access-account stack gap-3">
        <QueryBoundary query={account} skeleton={<SkeletonDetail fields={3} />}>
          {(person) => (
            <section className="ui-card">
              {person.photo.length > 0 && (
                <FieldView
                  field={user.fields.photo}
                  name="photo"
                  place={place}
                  value={person.photo}
                  refs={{}}
                  isDetail
                />
              )}
              <dl className="pairs">
                {displayedFields.map(([name, fieldName]) => (
                  <div key={name}>
                    <dt>{labels.field(place, fieldName)}</dt>
                    <dd>{person[name] || '–'}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </QueryBoundary>
        {(data || isLoading) && <SessionList />}
      </div>
    </PageFrame>
  )
}
