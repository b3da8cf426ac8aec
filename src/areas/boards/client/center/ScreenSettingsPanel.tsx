import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { Button } from '@/client/ui/Button'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { EndpointOutput } from '@/contract/endpoint'
import { readLobbySetting, setLobbySetting } from '../../contract/lobby-endpoints'
import { screenScenes, screenThemes, type ScreenScene } from '../../rules/large-screen'

type ScreenSettings = EndpointOutput<typeof readLobbySetting>
/** Form for the duration of scenes and notices, the selected scenes and the theme. */
export function ScreenSettingsPanel({ canManage }: { canManage: boolean }) {
  const settingsQuery = useEndpoint(readLobbySetting, {}, { resources: ['lobbySetting', 'lobbyNotice'] })
  return (
    <QueryBoundary query={settingsQuery} skeleton={<SkeletonList />}>
      {(settings) => <ScreenSettingsForm key={settings.setAt ?? ''} settings={settings} canManage={canManage} />}
    </QueryBoundary>
  )
}
function ScreenSettingsForm({ settings, canManage }: { settings: ScreenSettings; canManage: boolean }) {
  const { t } = useTranslation('boards')
  const saveCommand = useCommand(setLobbySetting)
  const [dataSeconds, setDataSeconds] = useState(String(settings.dataSeconds))
  const [noticeSeconds, setNoticeSeconds] = useState(String(settings.noticeSeconds))
  const [theme, setTheme] = useState(settings.theme)
  const [selectedScenes, setSelectedScenes] = useState<readonly ScreenScene[]>(
    settings.scenes.map(({ scene }) => scene),
  )
  const renderSecondsField = (
    name: 'dataSeconds' | 'noticeSeconds',
    value: string,
    onText: (text: string) => void,
    maxSeconds: number,
  ) => (
    <label>
      {t(`lobbySetting.fields.${name}`)} (s)
      <input
        className="ui-input"
        type="number"
        min={5}
        max={maxSeconds}
        required
        disabled={!canManage}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
      <small className="quiet">{t(`lobbySetting.hints.${name}`)}</small>
    </label>
  )
  return (
    <form
      className="board-settings"
      onSubmit={(event) => {
        event.preventDefault()
        void saveCommand.run({
          dataSeconds: Math.round(Number(dataSeconds)),
          noticeSeconds: Math.round(Number(noticeSeconds)),
          theme,
          scenes: selectedScenes.map((scene) => ({ scene })),
        })
      }}
    >
      {renderSecondsField('dataSeconds', dataSeconds, setDataSeconds, 600)}
      {renderSecondsField('noticeSeconds', noticeSeconds, setNoticeSeconds, 300)}
      <fieldset disabled={!canManage}>
        <legend>{t('lobbySetting.fields.scenes')}</legend>
        {screenScenes.map((scene) => (
          <label key={scene}>
            <input
              type="checkbox"
              checked={selectedScenes.includes(scene)}
              onChange={() =>
                setSelectedScenes(
                  selectedScenes.includes(scene)
                    ? selectedScenes.filter((selected) => selected !== scene)
                    : [...selectedScenes, scene],
                )
              }
            />
            {t(`inputOptions.scene.${scene}`)}
          </label>
        ))}
      </fieldset>
      <label>
        {t('lobbySetting.fields.theme')}
        <select
          className="ui-input"
          disabled={!canManage}
          value={theme}
          onChange={(event) =>
            setTheme(screenThemes.find((themeOption) => themeOption === event.target.value) ?? 'dark')
          }
        >
          {screenThemes.map((themeOption) => (
            <option key={themeOption} value={themeOption}>
              {t(`inputOptions.theme.${themeOption}`)}
            </option>
          ))}
        </select>
      </label>
      {canManage && (
        <Button look="primary" type="submit" disabled={saveCommand.busy || selectedScenes.length === 0}>
          {t('pages.board.save')}
        </Button>
      )}
    </form>
  )
}
