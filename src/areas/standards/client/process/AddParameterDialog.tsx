import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { parameterOptions } from '../../contract/process-standard-endpoints'
import { getParameterLabel, type ProcessParameter } from '../../rules/process-standard'
import type { ProcessVariant } from './process-view'

type ParameterName = Pick<ProcessParameter, 'key' | 'label' | 'labelEn' | 'unit'>
const NAME_FIELDS = ['label', 'labelEn', 'unit', 'key'] as const

const toParameterName = ({ key, label, labelEn, unit }: ParameterName): ParameterName => ({
  key,
  label,
  labelEn: labelEn ?? null,
  unit,
})

/** Adds a parameter: a known one, so that it has the same name in all standards, or a new one. */
export function AddParameterDialog({
  variant,
  usedParameters,
  onAdd,
  onClose,
}: {
  variant: ProcessVariant
  usedParameters: readonly ProcessParameter[]
  onAdd: (names: readonly ParameterName[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['standards', 'client'])
  const language = useLanguage()
  const knownParameters = useEndpoint(parameterOptions, { variant })
  const [draft, setDraft] = useState<Record<(typeof NAME_FIELDS)[number], string> | null>(null)
  const availableParameters = (knownParameters.data ?? []).filter(
    (parameter) => !usedParameters.some(({ key }) => key === parameter.key),
  )
  const id = useId()
  const keyTaken = draft !== null && usedParameters.some(({ key }) => key === draft.key.trim())
  const ready = draft !== null && draft.label.trim() !== '' && draft.key.trim() !== '' && !keyTaken
  return (
    <Dialog open onClose={onClose} title={t('pages.standard.addParameter')}>
      {draft ? (
        <form
          className="standard-sheet"
          onSubmit={(event) => {
            event.preventDefault()
            if (ready)
              onAdd([
                {
                  key: draft.key.trim(),
                  label: draft.label.trim(),
                  labelEn: draft.labelEn.trim() || null,
                  unit: draft.unit.trim() || null,
                },
              ])
          }}
        >
          {NAME_FIELDS.map((name) => (
            <label key={name} htmlFor={`${id}${name}`}>
              {t(`processStandard.sub.parameters.${name}`)}
              <input
                id={`${id}${name}`}
                className="ui-input"
                value={draft[name]}
                required={name === 'label' || name === 'key'}
                maxLength={name === 'key' ? 40 : name === 'unit' ? 20 : 120}
                aria-invalid={name === 'key' && keyTaken}
                autoComplete="off"
                onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
              />
            </label>
          ))}
          <output className="quiet">{keyTaken ? t('pages.standard.keyTaken') : t('pages.standard.keyHint')}</output>
          <div className="ui-actions">
            <Button onClick={() => setDraft(null)}>{t('client:ui.back')}</Button>
            <Button type="submit" look="primary" disabled={!ready}>
              {t('pages.standard.addParameter')}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <ul className="approver-choice">
            {availableParameters.map((parameter) => (
              <li key={parameter.key}>
                <button type="button" onClick={() => onAdd([toParameterName(parameter)])}>
                  <b>{getParameterLabel(parameter, language)}</b>
                  <small>{parameter.unit}</small>
                </button>
              </li>
            ))}
          </ul>
          <div className="ui-actions">
            <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
            <Button
              onClick={() => setDraft({ label: '', labelEn: '', unit: '', key: `p${usedParameters.length + 1}` })}
            >
              {t('pages.standard.ownParameter')}
            </Button>
            {availableParameters.length > 1 && (
              <Button look="primary" onClick={() => onAdd(availableParameters.map(toParameterName))}>
                {t('pages.standard.allParameters', { count: availableParameters.length })}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}
