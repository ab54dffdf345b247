import { mkdir, rename, writeFile } from 'node:fs/promises';
import { isIP, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail, MailMessage } from '../../lib/host';
import { createResolve } from '../../plugin/index';

/** Sends by SMTP_URL; without one, writes each message as an .eml file that any mail program opens. */
export function createMail(settings: { smtpUrl: string | null; from: string; folder: string }): Mail {
  return settings.smtpUrl
    ? smtpMail(settings.smtpUrl, settings.from)
    : fileMail(settings.folder, settings.from);
}

function smtpMail(url: string, from: string): Mail {
  const resolve = createResolve();
  return {
    async send(message, signal) {
      const server = new URL(url);
      const name = server.hostname.replace(/^\[|\]$/g, '');
      // By address: nodemailer's last resort is a look-up in a thread that nothing can abort.
      const [address = name] = await resolve(name);
      server.hostname = isIPv6(address) ? `[${address}]` : address;
      const tls = isIP(name) ? {} : { servername: name };
      const timeouts = { connectionTimeout: 9000, greetingTimeout: 9000, socketTimeout: 9000 };
      const options = { url: server.href, tls, ...timeouts };
      const transport = createTransport(options as Parameters<typeof createTransport>[0]);
      const close = () => transport.close();
      signal.addEventListener('abort', close, { once: true });
      try {
        await transport.sendMail(envelope(message, from));
      } finally {
        signal.removeEventListener('abort', close);
        transport.close();
      }
    },
  };
}

function fileMail(folder: string, from: string): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      await mkdir(folder, { recursive: true });
      const { message: source } = await transport.sendMail(envelope(message, from));
      const path = join(folder, `${message.messageId.replace(/[^\w-]/g, '_')}.eml`);
      await writeFile(`${path}.part`, source as Buffer);
      await rename(`${path}.part`, path);
    },
  };
}

function envelope({ to, subject, text, replyTo, messageId }: MailMessage, from: string) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return { from, to, subject, text, ...(replyTo ? { replyTo } : {}), messageId: `<${messageId}@${domain}>` };
}
