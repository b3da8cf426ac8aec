import { test } from '@playwright/test'
import { oneGlance, rowsBehind } from './overview-morning'
import { serverForFile } from './server'

const server = serverForFile()
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network

test('the shift is seen in one look without scrolling', ({ browser }) => oneGlance(browser, server.now))
test('a figure leads to the rows that it is the sum of', ({ browser }) => rowsBehind(browser, server.now))
