import { test } from '@playwright/test'
import { viewGlance, openRowsOfMetric } from './overview-morning'
import { startServerForFile } from './server'

const server = startServerForFile()
test.use({ serviceWorkers: 'block' }) // nothing here is done without a network

test('the shift is visible at a glance without scrolling', ({ browser }) => viewGlance(browser, server.now))
test('a metric leads to its rows', ({ browser }) => openRowsOfMetric(browser, server.now))
