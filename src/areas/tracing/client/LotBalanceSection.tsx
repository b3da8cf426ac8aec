import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { Quantity } from '@/client/ui/Quantity'
import { lotBalance } from '@/areas/tracing/contract/trace'

const OUTFLOW_FIELDS = ['rollsKg', 'lostKg', 'emptiedKg', 'insideKg'] as const

/** Mass balance of a lot by hopper, which shows where every fed kilogram is. */
export function LotBalanceSection({ id }: { id: string }) {
  const { t } = useTranslation('tracing')
  const { data } = useEndpoint(lotBalance, { id }, { resources: ['feed', 'jumboRoll', 'recycle'] })
  const names = useNames(
    'hopper',
    (data ?? []).map(({ hopperId }) => hopperId),
    {},
  )
  if (!data || data.length === 0) return null
  return (
    <section className="lot-places">
      <h2>{t('actions.roll_lotBalance')}</h2>
      <ul className="trace-nodes">
        {data.map((hopperBalance) => (
          <li key={hopperBalance.hopperId} className="ui-card">
            <b>{names[hopperBalance.hopperId] ?? '…'}</b>
            <dl>
              <dt>{t('answers.fedKg')}</dt>
              <dd>
                <Quantity value={hopperBalance.fedKg} unit="kg" decimals={3} showsAllDigits />
              </dd>
              {OUTFLOW_FIELDS.map((name) => (
                <OutflowRow
                  key={name}
                  name={name}
                  kg={hopperBalance[name]}
                  rolls={name === 'rollsKg' ? hopperBalance.rolls : null}
                />
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}
function OutflowRow({ name, kg, rolls }: { name: (typeof OUTFLOW_FIELDS)[number]; kg: number; rolls: number | null }) {
  const { t } = useTranslation('tracing')
  return (
    <>
      <dt>
        {t(`answers.${name}`)}
        {rolls !== null && ` (${rolls})`}
      </dt>
      <dd>
        <Quantity value={kg} unit="kg" decimals={3} showsAllDigits />
      </dd>
    </>
  )
}
