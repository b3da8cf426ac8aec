import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useCanCall } from '@/client/session/use-session'
import { useQueryParams } from '@/client/use-query-params'
import { nonKnifeToolCounts } from '../contract/tool-reports'

/** Numbers of mounted, ready and worn tools per kind, without knives; a tap filters the list by kind. */
export function NonKnifeToolList() {
  const { t } = useTranslation('tools')
  const [params, changeParams] = useQueryParams()
  const canRead = useCanCall(nonKnifeToolCounts)
  const { data } = useEndpoint(nonKnifeToolCounts, {}, { enabled: canRead, resources: ['tool'] })
  if (!data) return null
  return (
    <ul className="tool-counts" aria-label={t('pages.tools.counts')}>
      {data.map((kindCount) => {
        const isChosen = params.get('kind') === kindCount.kind
        const wornCount = kindCount.nearEnd + kindCount.over
        return (
          <li key={kindCount.kind}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => changeParams({ kind: isChosen ? null : kindCount.kind, id: null })}
            >
              <b>{t(`tool.options.kind.${kindCount.kind}`)}</b>
              <span>
                {t('answers.mounted')} {kindCount.mounted} · {t('answers.ready')} {kindCount.ready}
              </span>
              {wornCount > 0 && (
                <span className="is-worn">
                  {t('pages.life.nearEnd')} {wornCount}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
