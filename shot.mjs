import { chromium } from 'playwright'
const base='http://127.0.0.1:8099'
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] })
const pages = JSON.parse(process.argv[2])
for (const [w,h,lang,name] of [[1440,900,'zh','d'],[390,844,'en','p']]) {
  const c = await b.newContext({ viewport:{width:w,height:h}, locale: lang==='zh'?'zh-CN':'en-GB', deviceScaleFactor:1 })
  await c.addInitScript((l)=>localStorage.setItem('language', l), lang)
  const p = await c.newPage()
  p.on('pageerror', e=>console.log('ERR', name, e.message.slice(0,200)))
  await p.goto(base+'/'); await p.waitForSelector('input')
  await p.locator('input').nth(0).fill('admin'); await p.locator('input[type=password]').fill('Plant-admin-2026'); await p.keyboard.press('Enter')
  await p.waitForURL(u=>!u.pathname.includes('login'),{timeout:20000}).catch(()=>{}); await p.waitForTimeout(2500)
  for (const [key,url,click] of pages) { await p.goto(base+url); await p.waitForTimeout(2200); if(click){ await p.locator(click).first().click().catch(e=>console.log('noclick',key)); await p.waitForTimeout(1800)} await p.screenshot({path:`/tmp/shots/${key}-${name}.png`}) }
  await c.close()
}
await b.close()
