// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FormScopeContext, NO_FORM } from '@/client/fields/form-scope'
import { PageFrame } from '@/client/ui/PageFrame'
import { renderWithTexts } from './render'

// At a desk the styles move the action into the page's head, unless the page ends with it.
it('ends with its action in a form, and where the page says so', () => {
  const scope = { ...NO_FORM }
  renderWithTexts(
    <>
      <PageFrame title="list">–</PageFrame>
      <PageFrame title="step" primaryStaysAtBottom>
        –
      </PageFrame>
      <FormScopeContext value={scope}>
        <PageFrame title="form">–</PageFrame>
      </FormScopeContext>
    </>,
  )
  const isEnded = (title: string) =>
    screen.getByRole('region', { name: title }).closest('.ui-page')!.classList.contains('has-primary-at-bottom')
  expect(['list', 'step', 'form'].map(isEnded)).toEqual([false, true, true])
})
