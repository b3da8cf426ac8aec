import '@/client/fields/fields.css'
import '../access.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { inLanguage } from '@/contract/language'
import { useCall } from '@/client/api/use-list'
import { FieldShow } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { renamed } from '@/client/session/session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { ownAccount, ownInfo } from '../../contract/session'
import { user } from '../../contract/user'
import { useParams } from '@/client/use-params'
import { Sessions } from './Sessions'

const place = { area: 'access', owner: 'user' } as const
const facts = [
  ['nickname', 'nickname'],
  ['phone', 'phone'],
  ['role', 'roleId'],
  ['department', 'departmentId'],
] as const
const fields = ['nickname', 'phone', 'photo'] as const

/** The reader's own account with nickname, phone, photo and signed-in devices. */
export default function AccountPage() {
  const { t } = useTranslation(['access', 'client'])
  const labels = useLabels('access')
  const navigate = useNavigate()
  const [params, go] = useParams()
  const account = useCall(ownAccount, {}, { resources: ['user', 'session'] })
  const { data, isLoading, refetch } = account
  const back = () => void navigate('/me')
  if (data && params.has('edit')) {
    return (
      <LazyCommandForm
        endpoint={ownInfo}
        title={t('pages.account.edit')}
        start={{ nickname: data.nickname, phone: data.phone, photo: data.photo }}
        only={fields}
        onDone={() => {
          go({ edit: null })
          void refetch().then((after) => {
            if (after.data)
              renamed(
                after.data.nickname ?? after.data.accountName,
                after.data.nickname === null ? after.data.accountNameEn : null,
              )
          })
        }}
        onBack={() => go({ edit: null })}
      />
    )
  }
  return (
    <PageFrame
      title={t('pages.account.title')}
      {...(data ? { sub: `${inLanguage(user, data, 'accountName', labels.language)} · ${data.userName}` } : {})}
      onBack={back}
      primary={
        data && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={() => go({ edit: '1' })}>
            {t('pages.account.edit')}
          </Button>
        )
      }
    >
      <div className="ac-account">
        {isLoading && <SkeletonDetail fields={3} />}
        {!data && !isLoading && <NotLoaded of={account} />}
        {data && (
          <section className="ui-card">
            {data.photo.length > 0 && (
              <FieldShow field={user.fields.photo} name="photo" place={place} value={data.photo} refs={{}} full />
            )}
            <dl className="pairs">
              {facts.map(([name, field]) => (
                <div key={name}>
                  <dt>{labels.field(place, field)}</dt>
                  <dd>{data[name] || '–'}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {(data || isLoading) && <Sessions />}
      </div>
    </PageFrame>
  )
}
