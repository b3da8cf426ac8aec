import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { parameterOptions } from '../../contract/process-standard-calls'
import { labelIn, type Parameter } from '../../rules/process-standard'
import type { Variant } from './process-view'

type Named = Pick<Parameter, 'key' | 'label' | 'labelEn' | 'unit'>
const NAMES = ['label', 'labelEn', 'unit', 'key'] as const

const named = ({ key, label, labelEn, unit }: Named): Named => ({ key, label, labelEn: labelEn ?? null, unit })

/** Adds a parameter: a known one, so that it has the same name in all standards, or a new one. */
export function ParameterSheet({
  variant,
  used,
  onTake,
  onClose,
}: {
  variant: Variant
  used: readonly Parameter[]
  onTake: (named: readonly Named[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['standards', 'client'])
  const language = useLanguage()
  const known = useEndpoint(parameterOptions, { variant })
  const [own, setOwn] = useState<Record<(typeof NAMES)[number], string> | null>(null)
  const offered = (known.data ?? []).filter((one) => !used.some(({ key }) => key === one.key))
  const id = useId()
  const clash = own !== null && used.some(({ key }) => key === own.key.trim())
  const ready = own !== null && own.label.trim() !== '' && own.key.trim() !== '' && !clash
  return (
    <Dialog open onClose={onClose} title={t('pages.standard.addParameter')}>
      {own ? (
        <form
          className="standard-sheet"
          onSubmit={(event) => {
            event.preventDefault()
            if (ready)
              onTake([
                {
                  key: own.key.trim(),
                  label: own.label.trim(),
                  labelEn: own.labelEn.trim() || null,
                  unit: own.unit.trim() || null,
                },
              ])
          }}
        >
          {NAMES.map((name) => (
            <label key={name} htmlFor={`${id}${name}`}>
              {t(`processStandard.sub.parameters.${name}`)}
              <input
                id={`${id}${name}`}
                className="ui-input"
                value={own[name]}
                required={name === 'label' || name === 'key'}
                maxLength={name === 'key' ? 40 : name === 'unit' ? 20 : 120}
                aria-invalid={name === 'key' && clash}
                autoComplete="off"
                onChange={(event) => setOwn({ ...own, [name]: event.target.value })}
              />
            </label>
          ))}
          <output className="quiet">{clash ? t('pages.standard.keyTaken') : t('pages.standard.keyHint')}</output>
          <div className="ui-actions">
            <Button onClick={() => setOwn(null)}>{t('client:ui.back')}</Button>
            <Button type="submit" look="primary" disabled={!ready}>
              {t('pages.standard.addParameter')}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <ul className="approver-choice">
            {offered.map((one) => (
              <li key={one.key}>
                <button type="button" onClick={() => onTake([named(one)])}>
                  <b>{labelIn(one, language)}</b>
                  <small>{one.unit}</small>
                </button>
              </li>
            ))}
          </ul>
          <div className="ui-actions">
            <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
            <Button onClick={() => setOwn({ label: '', labelEn: '', unit: '', key: `p${used.length + 1}` })}>
              {t('pages.standard.ownParameter')}
            </Button>
            {offered.length > 1 && (
              <Button look="primary" onClick={() => onTake(offered.map(named))}>
                {t('pages.standard.allParameters', { count: offered.length })}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
