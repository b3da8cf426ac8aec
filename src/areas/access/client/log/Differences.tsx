import { useTranslation } from 'react-i18next'
import type { CustomValues } from '@/contract/field'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'
import { differencesOf, type Difference } from './difference'
import type { Things } from './things'
import { Names, Value } from './Values'

/** Lists the changed fields of a row with their previous and new values. */
export function Differences({
  resource,
  before,
  after,
  things,
}: {
  resource: string
  before: CustomValues
  after: CustomValues
  things: Things
}) {
  const { t } = useTranslation('access')
  const of = things.resource(resource)
  const list = differencesOf(of, before, after)
  if (list.length === 0) return <p className="quiet">{t('pages.operationLog.nothing')}</p>
  return (
    <dl className="ac-diff">
      {list.map((one) => (
        <div key={one.name}>
          <dt>{things.field(of, one.name)}</dt>
          {one.references ? (
            <References one={one.references} />
          ) : (
            <Sides one={one} area={of?.area ?? 'access'} owner={resource} inserted={Object.keys(before).length === 0} />
          )}
        </div>
      ))}
    </dl>
  )
}
function Sides({ one, area, owner, inserted }: { one: Difference; area: string; owner: string; inserted: boolean }) {
  const { t } = useTranslation('access')
  const common = { field: one.field, name: one.name, area, owner }
  return (
    <>
      {!inserted && (
        <dd className="tone-bad">
          <MinusIcon size={16} />
          <span className="ui-hidden">{t('operationLog.fields.before')}</span>
          <Value {...common} value={one.before} />
        </dd>
      )}
      <dd className="tone-ok">
        <PlusIcon size={16} />
        <span className="ui-hidden">{t('operationLog.fields.after')}</span>
        <Value {...common} value={one.after} />
      </dd>
    </>
  )
}
function References({ one }: { one: NonNullable<Difference['references']> }) {
  const { t } = useTranslation('access')
  return (
    <>
      {one.gone.length > 0 && (
        <dd className="tone-bad">
          <MinusIcon size={16} />
          <span>
            {t('pages.operationLog.gone', { count: one.gone.length })}: <Names to={one.to} ids={one.gone} />
          </span>
        </dd>
      )}
      {one.come.length > 0 && (
        <dd className="tone-ok">
          <PlusIcon size={16} />
          <span>
            {t('pages.operationLog.come', { count: one.come.length })}: <Names to={one.to} ids={one.come} />
          </span>
        </dd>
      )}
    </>
  )
}
