import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useCanCall } from '@/client/session/use-session'
import { useParams } from '@/client/use-params'
import { otherTools } from '../contract/tool-reports'

/** Numbers of mounted, ready and worn tools by kind, without knives; a tap filters the list by kind. */
export function OtherTools() {
  const { t } = useTranslation('tools')
  const [params, change] = useParams()
  const may = useCanCall(otherTools)
  const { data } = useEndpoint(otherTools, {}, { enabled: may, resources: ['tool'] })
  if (!data) return null
  return (
    <ul className="tool-counts" aria-label={t('pages.tools.counts')}>
      {data.map((one) => {
        const chosen = params.get('kind') === one.kind
        const worn = one.nearEnd + one.over
        return (
          <li key={one.kind}>
            <button
              type="button"
              aria-pressed={chosen}
              onClick={() => change({ kind: chosen ? null : one.kind, id: null })}
            >
              <b>{t(`tool.options.kind.${one.kind}`)}</b>
              <span>
                {t('answers.mounted')} {one.mounted} · {t('answers.ready')} {one.ready}
              </span>
              {worn > 0 && (
                <span className="is-worn">
                  {t('pages.life.nearEnd')} {worn}
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
