/**
 * Domains in which anybody can get an e-mail address, so no workspace can own them. Collected by hand from the sign-up pages of
 * the large mail services of each region. The list is kept short: an unlisted one still has to be proved.
 */
const DOMAINS = `
  126.com 163.com 139.com 189.cn 21cn.com aliyun.com foxmail.com qq.com sina.cn sina.com sohu.com tom.com vip.qq.com vip.163.com yeah.net
  abv.bg alice.it aol.com aol.co.uk aol.de aol.fr arcor.de att.net bbox.fr bell.net bellsouth.net bigpond.com bk.ru bluewin.ch
  blueyonder.co.uk bol.com.br btinternet.com caramail.com centrum.cz centrum.sk charter.net comcast.net cox.net
  daum.net duck.com earthlink.net email.com email.cz email.de excite.com fastmail.com fastmail.fm free.fr freemail.hu freenet.de
  gmail.com googlemail.com gmx.at gmx.ch gmx.com gmx.de gmx.eu gmx.fr gmx.net gmx.us gmx.co.uk
  hanmail.net hey.com hotmail.be hotmail.ca hotmail.ch hotmail.co.jp hotmail.co.uk hotmail.com hotmail.com.ar hotmail.com.br
  hotmail.de hotmail.es hotmail.fr hotmail.it hotmail.nl hotmail.se hush.com hushmail.com
  icloud.com ig.com.br inbox.com inbox.lv inbox.ru interia.pl internode.on.net iinet.net.au
  kakao.com kpnmail.nl laposte.net libero.it linuxmail.org list.ru live.at live.be live.ca live.cl live.cn live.co.uk live.com
  live.com.ar live.com.au live.com.mx live.com.pt live.de live.dk live.fr live.in live.ie live.it live.jp live.nl live.no live.ru live.se
  lycos.com mac.com mail.bg mail.com mail.de mail.ee mail.ru mailbox.org mailfence.com mailinator.com me.com memail.com
  msn.com mynet.com nate.com naver.com neuf.fr netcourrier.com netscape.net ntlworld.com numericable.fr
  o2.pl onet.eu onet.pl online.de online.no optonline.net optusnet.com.au orange.fr
  outlook.at outlook.be outlook.cl outlook.co.id outlook.co.nz outlook.co.th outlook.com outlook.com.ar outlook.com.au outlook.com.br
  outlook.com.tr outlook.cz outlook.de outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp
  outlook.kr outlook.pt outlook.sa outlook.sg outlook.sk passport.com pm.me poczta.onet.pl posteo.de posteo.net protonmail.ch
  protonmail.com proton.me rambler.ru rediffmail.com riseup.net rocketmail.com rogers.com runbox.com
  sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sky.com skynet.be startmail.com sympatico.ca
  t-online.de talktalk.net telenet.be telus.net terra.com.br tin.it tiscali.it tlen.pl tuta.com tuta.io tutamail.com tutanota.com
  tutanota.de ukr.net uol.com.br verizon.net videotron.ca virgilio.it virginmedia.com vk.com volny.cz wanadoo.fr web.de windowslive.com
  wp.pl xs4all.nl xtra.co.nz ya.ru yahoo.ca yahoo.cn yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.kr yahoo.co.nz yahoo.co.th
  yahoo.co.uk yahoo.co.za yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.cn yahoo.com.co yahoo.com.hk yahoo.com.mx
  yahoo.com.my yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.vn yahoo.de yahoo.dk yahoo.es yahoo.fr yahoo.gr
  yahoo.ie yahoo.in yahoo.it yahoo.nl yahoo.no yahoo.pl yahoo.ro yahoo.se yandex.by yandex.com yandex.kz yandex.ru yandex.ua ymail.com
  zoho.com zohomail.com zohomail.eu ziggo.nl
  10minutemail.com dispostable.com emailondeck.com fakeinbox.com getnada.com grr.la guerrillamail.com guerrillamail.net
  maildrop.cc mailnesia.com moakt.com mohmal.com sharklasers.com spamgourmet.com temp-mail.org tempmail.com tempr.email
  throwawaymail.com trashmail.com trashmail.de yopmail.com yopmail.fr yopmail.net
`;

const PUBLIC = new Set(DOMAINS.trim().split(/\s+/));

/** Whether anybody can get an address in a domain. */
export const isPublicMailDomain = (domain: string): boolean => PUBLIC.has(domain.trim().toLowerCase());
